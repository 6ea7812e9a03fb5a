'use client';

import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { emailError, errorsOf, newPasswordError, repeatError } from '../form/rules.ts';
import { useForm } from '../form/use-form.ts';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';

export interface CredentialSignUpProps {
  /** Asks for the password once; it can be made visible while typing. */
  noPasswordRepeat?: boolean;
}

/** A new account with email and password. */
export const CredentialSignUp = ({ noPasswordRepeat = false }: CredentialSignUpProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const form = useForm<'email' | 'password' | 'repeat'>({
    initial: { email: '', password: '', repeat: '' },
    validate: ({ email, password, repeat }) =>
      errorsOf({
        email: emailError(t, email),
        password: newPasswordError(t, password),
        repeat: noPasswordRepeat ? undefined : repeatError(t, password, repeat),
      }),
    submit: async ({ email, password }) => {
      const result = await app.signUpWithCredential({ email, password });
      if (result.status === 'ok') return {};
      if (KnownErrors.PasswordRequirementsNotMet.isInstance(result.error))
        return { password: result.error.message };
      return { email: t('An account with this email already exists.') };
    },
  });
  return (
    <Scope>
      <form className="portico-form" noValidate onSubmit={form.onSubmit}>
        <FormFailure error={form.failure} />
        <Field
          {...form.field('email')}
          label={t('Email')}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        <Field
          {...form.field('password')}
          label={t('Password')}
          type="password"
          autoComplete="new-password"
        />
        {!noPasswordRepeat && (
          <Field
            {...form.field('repeat')}
            label={t('Repeat password')}
            type="password"
            autoComplete="new-password"
          />
        )}
        <Button type="submit" busy={form.busy}>
          {t('Create account')}
        </Button>
      </form>
    </Scope>
  );
};

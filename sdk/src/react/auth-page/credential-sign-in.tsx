'use client';

import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { currentPasswordError, emailError, errorsOf } from '../form/rules.ts';
import { useForm } from '../form/use-form.ts';
import { PageLink } from '../page-link.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';

/** Email and password. */
export const CredentialSignIn = (): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const form = useForm<'email' | 'password'>({
    initial: { email: '', password: '' },
    validate: ({ email, password }) =>
      errorsOf({ email: emailError(t, email), password: currentPasswordError(t, password) }),
    submit: async ({ email, password }) => {
      const result = await app.signInWithCredential({ email, password });
      if (result.status === 'ok') return {};
      const isMismatch = KnownErrors.EmailPasswordMismatch.isInstance(result.error);
      return { email: isMismatch ? t('Wrong email or password.') : result.error.message };
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
          autoComplete="username webauthn"
          inputMode="email"
        />
        <Field
          {...form.field('password')}
          label={t('Password')}
          type="password"
          autoComplete="current-password"
          aside={<PageLink page="forgotPassword">{t('Forgot password?')}</PageLink>}
        />
        <Button type="submit" busy={form.busy}>
          {t('Sign in')}
        </Button>
      </form>
    </Scope>
  );
};

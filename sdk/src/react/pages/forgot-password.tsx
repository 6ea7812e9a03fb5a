'use client';

import { Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import { AuthSkeleton } from '../auth-page/auth-skeleton.tsx';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { emailError, errorsOf } from '../form/rules.ts';
import { useForm } from '../form/use-form.ts';
import { EmailSentCard, SignedInCard } from '../message-cards.tsx';
import { PageLink } from '../page-link.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Page } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';

export interface ForgotPasswordProps {
  fullPage?: boolean;
}

/** Mails a link to a new password. Does not tell whether the address belongs to an account. */
export const ForgotPassword = (props: ForgotPasswordProps): ReactElement => (
  <Suspense fallback={<AuthSkeleton fullPage={props.fullPage} />}>
    <AskForLink {...props} />
  </Suspense>
);

const AskForLink = ({ fullPage }: ForgotPasswordProps): ReactElement => {
  const isSignedIn = usePorticoApp().useUser() !== null;
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (isSignedIn) return <SignedInCard fullPage={fullPage} />;
  if (sentTo !== null) return <EmailSentCard email={sentTo} fullPage={fullPage} />;
  return <AddressForm fullPage={fullPage} onSent={setSentTo} />;
};

interface AddressFormProps extends ForgotPasswordProps {
  onSent: (email: string) => void;
}

const AddressForm = ({ fullPage, onSent }: AddressFormProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const form = useForm<'email'>({
    initial: { email: '' },
    validate: ({ email }) => errorsOf({ email: emailError(t, email) }),
    submit: async ({ email }) => {
      await app.sendForgotPasswordEmail(email);
      onSent(email);
    },
  });
  return (
    <Page fullPage={fullPage}>
      <main className="portico-card">
        <div className="portico-head">
          <h1>{t('Forgot your password?')}</h1>
          <p>{t('We will mail you a link to choose a new one.')}</p>
        </div>
        <form className="portico-form" noValidate onSubmit={form.onSubmit}>
          <FormFailure error={form.failure} />
          <Field
            {...form.field('email')}
            label={t('Email')}
            type="email"
            autoComplete="username"
            inputMode="email"
          />
          <Button type="submit" busy={form.busy}>
            {t('Send the link')}
          </Button>
        </form>
        <p className="portico-foot">
          <PageLink page="signIn">{t('Back to sign in')}</PageLink>
        </p>
      </main>
    </Page>
  );
};

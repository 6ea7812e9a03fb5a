import { useState } from 'react';
import type { ReactElement } from 'react';
import { OtherAccountError } from '../../auth/confirm-identity.ts';
import type { IdentityCheck, Missing } from '../../auth/confirm-identity.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { currentPasswordError, errorsOf } from '../form/rules.ts';
import { useForm } from '../form/use-form.ts';
import { PasskeyIcon } from '../icons.tsx';
import { sendCode } from '../mailed-code.ts';
import type { MailedCode } from '../mailed-code.ts';
import { ProviderLogo, providerName } from '../oauth/provider-logos.tsx';
import { passkeyErrorText } from '../passkey/passkey-error.ts';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';
import type { Ways } from './ways.ts';

interface WaysStepProps {
  user: CurrentUser;
  ways: Ways;
  check: IdentityCheck;
  /** An attempt took too long. */
  isOver: boolean;
  onSent: (sent: MailedCode) => void;
  onProven: (missing: Missing) => void;
}

/** Every way the account has, the password first. */
export const WaysStep = (props: WaysStepProps): ReactElement => {
  const { user, ways, isOver } = props;
  const { t } = useTranslation();
  const others = ways.passkey || ways.mailEmail !== null || ways.providers.length > 0;
  return (
    <>
      {isOver && (
        <p className="portico-error" role="alert">
          {t('It took too long or was finished already. Please start again.')}
        </p>
      )}
      {ways.passwordEmail !== null && <PasswordForm {...props} email={ways.passwordEmail} />}
      {ways.passwordEmail !== null && others && <div className="portico-separator">{t('or')}</div>}
      {others && <OtherWays {...props} />}
      {ways.passwordEmail === null && !others && (
        <div className="portico-form">
          <p>{t('Sign out and in again to make this change.')}</p>
          <Button onClick={() => user.signOut()}>{t('Sign out')}</Button>
        </div>
      )}
    </>
  );
};

const PasswordForm = ({ email, check, onProven }: WaysStepProps & { email: string }): ReactElement => {
  const { t } = useTranslation();
  const form = useForm<'password'>({
    initial: { password: '' },
    validate: ({ password }) => errorsOf({ password: currentPasswordError(t, password) }),
    submit: async ({ password }) => {
      try {
        onProven(await check.withPassword(email, password));
        return {};
      } catch (error) {
        if (!KnownErrors.EmailPasswordMismatch.isInstance(error)) throw error;
        return { password: t('Wrong password.') };
      }
    },
  });
  return (
    <form className="portico-form" noValidate onSubmit={form.onSubmit}>
      <FormFailure error={form.failure} />
      <input type="text" name="username" autoComplete="username" value={email} hidden readOnly />
      <Field
        {...form.field('password')}
        label={t('Password')}
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" busy={form.busy}>
        {t('Continue')}
      </Button>
    </form>
  );
};

/** An account that proves itself elsewhere leaves the page, and comes back to make the change again. */
const OtherWays = ({ ways, check, onSent, onProven }: WaysStepProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const [error, setError] = useState<unknown>();
  const usePasskey = async (): Promise<void> => {
    setError(undefined);
    try {
      onProven(await check.withPasskey());
    } catch (thrown) {
      setError(thrown);
    }
  };
  const sendMail = async (email: string): Promise<void> => {
    setError(undefined);
    onSent(await sendCode(app, email));
  };
  const { mailEmail } = ways;
  return (
    <div className="portico-stack">
      {ways.passkey && (
        <Button variant="secondary" icon={<PasskeyIcon size={18} />} onClick={usePasskey}>
          {t('Continue with a passkey')}
        </Button>
      )}
      {error !== undefined && (
        <p className="portico-error" role="alert">
          {error instanceof OtherAccountError
            ? t('This passkey belongs to another account.')
            : t(passkeyErrorText(error))}
        </p>
      )}
      {mailEmail !== null && (
        <Button variant="secondary" onClick={() => sendMail(mailEmail)}>
          {t('Send me a code')}
        </Button>
      )}
      {ways.providers.map(({ id }) => (
        <Button
          key={id}
          variant="secondary"
          icon={<ProviderLogo provider={id} />}
          onClick={() => app.signInWithOAuth(id, { returnTo: window.location.href })}
        >
          {t('Continue with {provider}', { provider: providerName(id) })}
        </Button>
      ))}
    </div>
  );
};

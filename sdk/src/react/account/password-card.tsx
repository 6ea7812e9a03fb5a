import { useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { currentPasswordError, errorsOf, newPasswordError, repeatError } from '../form/rules.ts';
import { useForm } from '../form/use-form.ts';
import { usePorticoApp } from '../provider.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { useTranslation } from '../translation.tsx';
import { SettingsCard } from './settings-card.tsx';

export const PasswordCard = (): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  const { t } = useTranslation();
  const canSignIn = user.useContactChannels().some(({ usedForAuth }) => usedForAuth);
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState(false);
  const change = user.hasPassword ? t('Change password') : t('Set a password');
  return (
    <SettingsCard
      title={t('Password')}
      description={canSignIn ? undefined : t('Add an email for sign-in first.')}
    >
      {open ? (
        <PasswordForm
          onDone={(done) => {
            setOpen(false);
            setSaved(done);
          }}
        />
      ) : (
        <div className="portico-actions-start">
          <Button variant="secondary" disabled={!canSignIn} onClick={() => setOpen(true)}>
            {change}
          </Button>
          {saved && (
            <p className="portico-help" role="status">
              {t('Saved')}
            </p>
          )}
        </div>
      )}
    </SettingsCard>
  );
};

const PasswordForm = ({ onDone }: { onDone: (saved: boolean) => void }): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  const change = useStepUp();
  const { t } = useTranslation();
  const [hadPassword] = useState(user.hasPassword);
  const form = useForm<'old' | 'password' | 'repeat'>({
    initial: { old: '', password: '', repeat: '' },
    validate: ({ old, password, repeat }) =>
      errorsOf({
        old: hadPassword ? currentPasswordError(t, old) : undefined,
        password: newPasswordError(t, password),
        repeat: repeatError(t, password, repeat),
      }),
    submit: async ({ old, password }) => {
      const error = hadPassword
        ? await user.updatePassword({ oldPassword: old, newPassword: password })
        : await change((current) => current.setPassword({ password }));
      if (!error) return onDone(true);
      return KnownErrors.PasswordConfirmationMismatch.isInstance(error)
        ? { old: t('Wrong password.') }
        : { password: error.message };
    },
  });
  return (
    <form className="portico-form" noValidate onSubmit={form.onSubmit}>
      <FormFailure error={form.failure} />
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={user.primaryEmail ?? ''}
        hidden
        readOnly
      />
      {hadPassword && (
        <Field
          {...form.field('old')}
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
        />
      )}
      <Field
        {...form.field('password')}
        label={t('New password')}
        type="password"
        autoComplete="new-password"
      />
      <Field
        {...form.field('repeat')}
        label={t('Repeat password')}
        type="password"
        autoComplete="new-password"
      />
      <div className="portico-actions-start">
        <Button type="submit" busy={form.busy}>
          {t('Save password')}
        </Button>
        <Button variant="secondary" onClick={() => onDone(false)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
};

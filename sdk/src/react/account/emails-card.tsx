import { useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import type { ContactChannel } from '../../users/contact-channels.ts';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { emailError, errorsOf } from '../form/rules.ts';
import { useForm } from '../form/use-form.ts';
import { usePorticoApp } from '../provider.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { useTranslation } from '../translation.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Primary first, then the verified ones. */
const rank = (channel: ContactChannel): number => (channel.isPrimary ? 0 : channel.isVerified ? 1 : 2);

export const EmailsCard = (): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  const { t } = useTranslation();
  const channels = user.useContactChannels().filter(({ type }) => type === 'email');
  const [adding, setAdding] = useState(false);
  const sorted = [...channels].sort((one, other) => rank(one) - rank(other));
  const signInCount = channels.filter(({ usedForAuth }) => usedForAuth).length;
  return (
    <SettingsCard title={t('Emails')} description={t('Where you get mail, and what you sign in with.')}>
      <ul className="portico-rows">
        {sorted.map((channel) => (
          <EmailRow key={channel.id} channel={channel} isLast={channel.usedForAuth && signInCount === 1} />
        ))}
      </ul>
      {adding || channels.length === 0 ? (
        <AddEmail taken={channels.map(({ value }) => value)} onDone={() => setAdding(false)} />
      ) : (
        <div className="portico-actions-start">
          <Button variant="secondary" onClick={() => setAdding(true)}>
            {t('Add an email')}
          </Button>
        </div>
      )}
    </SettingsCard>
  );
};

const AddEmail = ({ taken, onDone }: { taken: readonly string[]; onDone: () => void }): ReactElement => {
  const change = useStepUp();
  const { t } = useTranslation();
  const form = useForm<'email'>({
    initial: { email: '' },
    validate: ({ email }) =>
      errorsOf({
        email: taken.includes(email.trim().toLowerCase())
          ? t('You have added this email already.')
          : emailError(t, email),
      }),
    submit: async ({ email }) => {
      const options = { type: 'email', value: email, usedForAuth: false } as const;
      const channel = await change((current) => current.createContactChannel(options));
      await channel.sendVerificationEmail();
      onDone();
    },
  });
  return (
    <form className="portico-form" noValidate onSubmit={form.onSubmit}>
      <FormFailure error={form.failure} />
      <Field
        {...form.field('email')}
        label={t('New email')}
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <div className="portico-actions-start">
        <Button type="submit" busy={form.busy}>
          {t('Add')}
        </Button>
        {taken.length > 0 && (
          <Button variant="secondary" onClick={onDone}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  );
};

const EmailRow = ({ channel, isLast }: { channel: ContactChannel; isLast: boolean }): ReactElement => {
  const change = useStepUp();
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const act = (work: () => Promise<unknown>) => async (): Promise<void> => {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
  };
  /** Works on the address as the session of that moment has it: one that was confirmed takes the place of the old one. */
  const edit = (work: (current: ContactChannel) => Promise<unknown>) =>
    act(() =>
      change(async (user) => {
        const current = (await user.listContactChannels()).find(({ id }) => id === channel.id);
        await (current && work(current));
      }),
    );
  const isTaken = KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse.isInstance(failure);
  return (
    <li>
      <div className="portico-row">
        <span className="portico-row-text">
          {channel.value}
          <Badges channel={channel} />
        </span>
        <span className="portico-row-actions">
          {!channel.isVerified && (
            <Button
              variant="secondary"
              disabled={sent}
              onClick={act(async () => {
                await channel.sendVerificationEmail();
                setSent(true);
              })}
            >
              {sent ? t('Mail sent') : t('Verify')}
            </Button>
          )}
          {channel.isVerified && !channel.isPrimary && (
            <Button variant="secondary" onClick={edit((current) => current.update({ isPrimary: true }))}>
              {t('Make primary')}
            </Button>
          )}
          {channel.isVerified && !channel.usedForAuth && (
            <Button variant="secondary" onClick={edit((current) => current.update({ usedForAuth: true }))}>
              {t('Use for sign-in')}
            </Button>
          )}
          {channel.usedForAuth && !isLast && (
            <Button variant="secondary" onClick={edit((current) => current.update({ usedForAuth: false }))}>
              {t('Stop using for sign-in')}
            </Button>
          )}
          {!isLast && (
            <Button variant="secondary" onClick={edit((current) => current.delete())}>
              {t('Remove')}
            </Button>
          )}
        </span>
      </div>
      {isTaken ? (
        <p className="portico-error" role="alert">
          {t('Another account signs in with this email.')}
        </p>
      ) : (
        <FormFailure error={failure} />
      )}
    </li>
  );
};

const Badges = ({ channel }: { channel: ContactChannel }): ReactElement => {
  const { t } = useTranslation();
  return (
    <>
      {channel.isPrimary && <span className="portico-badge">{t('Primary')}</span>}
      {!channel.isVerified && (
        <span className="portico-badge" data-tone="warn">
          {t('Not verified')}
        </span>
      )}
      {channel.usedForAuth && <span className="portico-badge">{t('Sign-in')}</span>}
    </>
  );
};

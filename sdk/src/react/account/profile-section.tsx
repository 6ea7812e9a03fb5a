import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { CurrentUser } from '../../users/current-user.ts';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { useForm } from '../form/use-form.ts';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';
import { Avatar } from '../user/user-avatar.tsx';
import { toProfileImage } from './profile-image.ts';
import { SettingsCard } from './settings-card.tsx';

export const ProfileSection = (): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  return (
    <>
      <ImageCard user={user} />
      <NameCard key={user.displayName} user={user} />
    </>
  );
};

const NameCard = ({ user }: { user: CurrentUser }): ReactElement => {
  const { t } = useTranslation();
  const form = useForm<'name'>({
    initial: { name: user.displayName ?? '' },
    validate: () => ({}),
    submit: ({ name }) => user.setDisplayName(name.trim() || null),
  });
  return (
    <SettingsCard title={t('Name')} description={t('How others see you.')}>
      <form className="portico-form" noValidate onSubmit={form.onSubmit}>
        <FormFailure error={form.failure} />
        <Field {...form.field('name')} label={t('Name')} autoComplete="name" />
        <div className="portico-actions-start">
          <Button type="submit" busy={form.busy}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </SettingsCard>
  );
};

const ImageCard = ({ user }: { user: CurrentUser }): ReactElement => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [broken, setBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const upload = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBroken(false);
    setFailure(undefined);
    setBusy(true);
    try {
      const image = await toProfileImage(file);
      if (image === null) setBroken(true);
      else await user.update({ profileImageUrl: image });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <SettingsCard title={t('Picture')}>
      <FormFailure error={failure} />
      <div className="portico-row">
        <Avatar user={user} size={56} border />
        <div className="portico-actions-start">
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('Picture')}
            onChange={(event) => {
              void upload(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button variant="secondary" busy={busy} onClick={() => input.current?.click()}>
            {t('Upload a picture')}
          </Button>
          {user.profileImageUrl && (
            <Button variant="secondary" onClick={() => user.update({ profileImageUrl: null })}>
              {t('Remove')}
            </Button>
          )}
        </div>
      </div>
      {broken && (
        <p className="portico-error" role="alert">
          {t('This file is not an image.')}
        </p>
      )}
    </SettingsCard>
  );
};

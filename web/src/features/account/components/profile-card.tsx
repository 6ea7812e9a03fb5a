import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { z } from 'zod';
import { FormCard } from '../../../components/form-card.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { optionalText } from '../../../lib/form-rules.ts';
import { saveForm } from '../../../lib/save-form.ts';
import { toastError } from '../../../lib/toast-error.ts';
import type { Owner } from '../api/get-owner.ts';
import { useOwnerChanged } from '../use-owner-changed.ts';

const schema = z.object({ name: optionalText(256) });

export const ProfileCard = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation('account');
  const onChanged = useOwnerChanged();
  const form = useForm({
    resolver: zodResolver(schema),
    values: { name: owner.displayName ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const save = async ({ name }: { name: string }): Promise<void> => {
    await owner.update({ displayName: name });
    await onChanged();
  };
  return (
    <FormCard
      title={t('profile.title')}
      description={t('profile.description')}
      dirty={isDirty}
      onDiscard={() => form.reset()}
      onSave={() => saveForm(form, save)}
    >
      <Field label={t('profile.name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
      </Field>
      <EmailRow owner={owner} />
    </FormCard>
  );
};

const EmailRow = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation(['account', 'common']);
  const [busy, setBusy] = useState(false);
  const verified = owner.primaryEmailVerified;
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await owner.sendVerificationEmail();
      toast.success(t('profile.sent', { email: owner.primaryEmail }));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  return (
    <div className="space-y-1.5">
      <p className="text-sm font-medium text-fg">{t('profile.email')}</p>
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-base">
        <span className="break-all text-fg">{owner.primaryEmail ?? t('common:none')}</span>
        {owner.primaryEmail && (
          <Badge tone={verified ? 'ok' : 'warn'}>
            {t(verified ? 'profile.verified' : 'profile.unverified')}
          </Badge>
        )}
        {owner.primaryEmail && !verified && (
          <Button busy={busy} onClick={() => void send()}>
            {t('profile.send')}
          </Button>
        )}
      </div>
    </div>
  );
};

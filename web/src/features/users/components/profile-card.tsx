import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormCard } from '../../../components/form-card.tsx';
import { SwitchRow } from '../../../components/switch-row.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { emailText, optionalText } from '../../../lib/form-rules.ts';
import { saveForm } from '../../../lib/save-form.ts';
import type { UserCardProps } from '../user-card-props.ts';

const schema = z.object({
  name: optionalText(256),
  email: z.literal('').or(emailText()),
  verified: z.boolean(),
});

export const ProfileCard = ({ user, onChanged }: UserCardProps) => {
  const { t } = useTranslation('users');
  const form = useForm({
    resolver: zodResolver(schema),
    values: {
      name: user.displayName ?? '',
      email: user.primaryEmail ?? '',
      verified: user.primaryEmailVerified,
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const save = async ({ name, email, verified }: z.infer<typeof schema>): Promise<void> => {
    const changed = form.formState.dirtyFields;
    await user.update({
      ...(changed.name && { displayName: name }),
      ...(changed.email && { primaryEmail: email || null }),
      ...((changed.verified || changed.email) && email !== '' && { primaryEmailVerified: verified }),
    });
    await onChanged();
  };
  return (
    <FormCard
      title={t('detail.profile')}
      description={t('detail.profile_help')}
      dirty={isDirty}
      onDiscard={() => form.reset()}
      onSave={() => saveForm(form, save)}
    >
      <Field label={t('detail.name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} />}
      </Field>
      <Field label={t('detail.email')} help={t('detail.email_help')} error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" />}
      </Field>
      <div className="rounded-lg border border-line">
        <Controller
          control={form.control}
          name="verified"
          render={({ field }) => (
            <SwitchRow
              label={t('detail.email_verified')}
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
      </div>
    </FormCard>
  );
};

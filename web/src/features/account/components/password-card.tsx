import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { z } from 'zod';
import { FormCard } from '../../../components/form-card.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { hasErrorCode } from '../../../lib/describe-error.ts';
import { passwordText } from '../../../lib/form-rules.ts';
import type { Owner } from '../api/get-owner.ts';
import { useOwnerChanged } from '../use-owner-changed.ts';

const schemaFor = (hasPassword: boolean) =>
  z
    .object({
      current: hasPassword ? z.string().min(1, i18n.t('validation.required')) : z.string(),
      next: passwordText(),
      repeat: z.string(),
    })
    .refine(({ next, repeat }) => next === repeat, {
      path: ['repeat'],
      message: i18n.t('validation.password_match'),
    });

const blank = { current: '', next: '', repeat: '' };
const fields = ['current', 'next', 'repeat'] as const;

export const PasswordCard = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation('account');
  const onChanged = useOwnerChanged();
  const { hasPassword } = owner;
  const form = useForm({ resolver: zodResolver(schemaFor(hasPassword)), defaultValues: blank });
  const { errors, isDirty } = form.formState;

  const save = async (): Promise<boolean> => {
    let saved = false;
    await form.handleSubmit(async ({ current, next }) => {
      const refusal = hasPassword
        ? await owner.updatePassword({ oldPassword: current, newPassword: next })
        : await owner.setPassword({ password: next });
      if (refusal) return refuse(refusal);
      form.reset(blank);
      toast.success(t('password.saved'));
      await onChanged();
      saved = true;
    })();
    return saved;
  };
  const refuse = (refusal: unknown): void => {
    const wrongCurrent = hasErrorCode(refusal, 'PASSWORD_CONFIRMATION_MISMATCH');
    form.setError(
      wrongCurrent ? 'current' : 'next',
      { message: t(wrongCurrent ? 'password.mismatch' : 'password.refused') },
      { shouldFocus: true },
    );
  };

  return (
    <FormCard
      title={t('password.title')}
      description={t(hasPassword ? 'password.description' : 'password.set_description')}
      dirty={isDirty}
      submitLabel={t(hasPassword ? 'password.submit' : 'password.set')}
      onDiscard={() => form.reset(blank)}
      onSave={save}
    >
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={owner.primaryEmail ?? ''}
        hidden
        readOnly
      />
      {fields
        .filter((name) => name !== 'current' || hasPassword)
        .map((name) => (
          <Field key={name} label={t(`password.${name}`)} error={errors[name]?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register(name)}
                type="password"
                autoComplete={name === 'current' ? 'current-password' : 'new-password'}
              />
            )}
          </Field>
        ))}
    </FormCard>
  );
};

import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { z } from 'zod';
import { SwitchRow } from '../../../components/switch-row.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorNotice } from '../../../components/ui/error-notice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { describeError, hasErrorCode } from '../../../lib/describe-error.ts';
import type { ErrorDescription } from '../../../lib/describe-error.ts';
import { emailText, optionalText, passwordText } from '../../../lib/form-rules.ts';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { createUser } from '../api/create-user.ts';
import { usersKey } from '../api/list-users.ts';

export interface NewUserDialogProps {
  project: OwnedProject;
  open: boolean;
  onClose: () => void;
}

const schema = z.object({
  email: emailText(),
  name: optionalText(256),
  verified: z.boolean(),
  password: z.literal('').or(passwordText()),
});

export const NewUserDialog = ({ project, open, onClose }: NewUserDialogProps) => {
  const { t } = useTranslation('users');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('form.title')}
      description={t('form.description')}
    >
      <NewUserForm project={project} onClose={onClose} />
    </Dialog>
  );
};

const NewUserForm = ({ project, onClose }: Omit<NewUserDialogProps, 'open'>) => {
  const { t } = useTranslation(['users', 'common']);
  const client = useQueryClient();
  const [error, setError] = useState<ErrorDescription>();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', name: '', verified: false, password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      await createUser(project, values);
      void client.invalidateQueries({ queryKey: usersKey(project) });
      toast.success(t('form.created'));
      onClose();
    } catch (caught) {
      const description = describeError(caught);
      if (hasErrorCode(caught, 'USER_EMAIL_ALREADY_EXISTS')) {
        form.setError('email', { message: description.message }, { shouldFocus: true });
      } else setError(description);
    }
  });
  return (
    <form className="space-y-4" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('form.email')} error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoFocus />}
      </Field>
      <Field label={t('form.name')} optional={t('common:optional')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} />}
      </Field>
      {project.config.credentialEnabled && (
        <Field
          label={t('form.password')}
          optional={t('common:optional')}
          help={t('form.password_help')}
          error={errors.password?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('password')} type="password" autoComplete="new-password" />
          )}
        </Field>
      )}
      <div className="rounded-lg border border-line">
        <Controller
          control={form.control}
          name="verified"
          render={({ field }) => (
            <SwitchRow
              label={t('form.verified')}
              help={t('form.verified_help')}
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
      </div>
      {error && <ErrorNotice error={error} />}
      <div className="flex justify-end gap-2 pt-1">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t('form.submit')}
        </Button>
      </div>
    </form>
  );
};

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { z } from 'zod';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorNotice } from '../../../components/ui/error-notice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { describeError } from '../../../lib/describe-error.ts';
import type { ErrorDescription } from '../../../lib/describe-error.ts';
import { passwordText } from '../../../lib/form-rules.ts';
import type { UserCardProps } from '../user-card-props.ts';

type SetPasswordDialogProps = Pick<UserCardProps, 'user' | 'onChanged'> & {
  open: boolean;
  onClose: () => void;
};

const schema = z.object({ password: passwordText() });

export const SetPasswordDialog = ({ open, ...props }: SetPasswordDialogProps) => {
  const { t } = useTranslation('users');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && props.onClose()}
      title={t('detail.password_title')}
      description={t('detail.password_description')}
    >
      <SetPasswordForm {...props} />
    </Dialog>
  );
};

const SetPasswordForm = ({ user, onClose, onChanged }: Omit<SetPasswordDialogProps, 'open'>) => {
  const { t } = useTranslation(['users', 'common']);
  const [error, setError] = useState<ErrorDescription>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const submit = form.handleSubmit(async ({ password }) => {
    setError(undefined);
    try {
      await user.update({ password });
      await onChanged();
      toast.success(t('detail.password_saved'));
      onClose();
    } catch (caught) {
      setError(describeError(caught));
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="space-y-4" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('form.password')} error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('password')}
            type="password"
            autoComplete="new-password"
            autoFocus
          />
        )}
      </Field>
      {error && <ErrorNotice error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t('detail.set_password')}
        </Button>
      </div>
    </form>
  );
};

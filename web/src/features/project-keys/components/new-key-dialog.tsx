import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorNotice } from '../../../components/ui/error-notice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { describeError } from '../../../lib/describe-error.ts';
import type { ErrorDescription } from '../../../lib/describe-error.ts';
import { requiredText } from '../../../lib/form-rules.ts';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { createProjectKey } from '../api/create-project-key.ts';
import type { FirstViewKey } from '../api/create-project-key.ts';
import { projectKeysQuery } from '../api/list-project-keys.ts';
import { expiryChoices } from '../key-expiry.ts';
import type { ExpiryChoice } from '../key-expiry.ts';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

export interface NewKeyDialogProps {
  project: OwnedProject;
  open: boolean;
  description?: string;
  onClose: () => void;
}

export const NewKeyDialog = ({ project, open, description, onClose }: NewKeyDialogProps) => {
  const { t } = useTranslation('project_keys');
  const [created, setCreated] = useState<FirstViewKey>();
  if (created)
    return (
      <ShownOnceDialog projectId={project.id} projectKey={created} onClose={() => setCreated(undefined)} />
    );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('form.title')}
      description={t('form.description')}
    >
      <NewKeyForm
        project={project}
        description={description}
        onClose={onClose}
        onCreated={(key) => {
          onClose();
          setCreated(key);
        }}
      />
    </Dialog>
  );
};

const choices = Object.keys(expiryChoices) as ExpiryChoice[];
const schema = z.object({ description: requiredText(256), expiry: z.enum(choices) });

interface NewKeyFormProps {
  project: OwnedProject;
  description?: string;
  onClose: () => void;
  onCreated: (key: FirstViewKey) => void;
}

const NewKeyForm = ({ project, description = '', onClose, onCreated }: NewKeyFormProps) => {
  const { t } = useTranslation(['project_keys', 'common']);
  const client = useQueryClient();
  const [error, setError] = useState<ErrorDescription>();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { description, expiry: 'never' as ExpiryChoice },
  });
  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      const key = await createProjectKey(project, values);
      void client.invalidateQueries(projectKeysQuery(project));
      onCreated(key);
    } catch (caught) {
      setError(describeError(caught));
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="space-y-4" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('form.name')} help={t('form.name_help')} error={errors.description?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('description')}
            placeholder={t('form.name_placeholder')}
            autoFocus
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="expiry"
        render={({ field }) => (
          <Field label={t('form.expires')}>
            {(control) => (
              <Select
                {...control}
                value={field.value}
                onValueChange={field.onChange}
                options={choices.map((value) => ({ value, label: t(`expiry.${value}`) }))}
              />
            )}
          </Field>
        )}
      />
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

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SwitchRow } from '../../../components/switch-row.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorNotice } from '../../../components/ui/error-notice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input, Textarea } from '../../../components/ui/input.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { describeError } from '../../../lib/describe-error.ts';
import type { ErrorDescription } from '../../../lib/describe-error.ts';
import { optionalText, requiredText } from '../../../lib/form-rules.ts';
import type { NewProject } from '../api/create-project.ts';

export interface NewProjectFormProps {
  teams: readonly { id: string; displayName: string }[];
  defaultTeamId: string;
  defaultName: string;
  onSubmit: (project: NewProject) => Promise<void>;
}

const schema = z.object({
  displayName: requiredText(256),
  description: optionalText(1000),
  teamId: z.string(),
  credentialEnabled: z.boolean(),
  magicLinkEnabled: z.boolean(),
  passkeyEnabled: z.boolean(),
});

const methods = [
  ['credentialEnabled', 'password'],
  ['magicLinkEnabled', 'magic_link'],
  ['passkeyEnabled', 'passkey'],
] as const;

export const NewProjectForm = ({ teams, defaultTeamId, defaultName, onSubmit }: NewProjectFormProps) => {
  const { t } = useTranslation(['projects', 'common']);
  const [error, setError] = useState<ErrorDescription>();
  const form = useForm<NewProject>({
    resolver: zodResolver(schema),
    defaultValues: {
      displayName: defaultName,
      description: '',
      teamId: defaultTeamId,
      credentialEnabled: true,
      magicLinkEnabled: false,
      passkeyEnabled: false,
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    if (!methods.some(([name]) => values[name])) return setError({ message: t('new.methods_required') });
    try {
      await onSubmit(values);
    } catch (caught) {
      setError(describeError(caught));
    }
  });
  return (
    <form className="max-w-[480px] space-y-6" onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard when={isDirty && !isSubmitting} />
      <Field label={t('new.name')} help={t('new.name_help')} error={errors.displayName?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('displayName')}
            placeholder={t('new.name_placeholder')}
            autoFocus
          />
        )}
      </Field>
      <Field label={t('new.about')} optional={t('common:optional')} error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} rows={2} />}
      </Field>
      {teams.length > 1 && <TeamField control={form.control} teams={teams} />}
      <fieldset>
        <legend className="mb-2 text-sm font-medium text-fg">{t('new.methods')}</legend>
        <div className="divide-y divide-line rounded-lg border border-line">
          {methods.map(([name, label]) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <SwitchRow label={t(`new.${label}`)} checked={field.value} onCheckedChange={field.onChange} />
              )}
            />
          ))}
        </div>
      </fieldset>
      {error && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
        {t('new.submit')}
      </Button>
    </form>
  );
};

type TeamFieldProps = Pick<NewProjectFormProps, 'teams'> & { control: Control<NewProject> };

const TeamField = ({ control, teams }: TeamFieldProps) => {
  const { t } = useTranslation('projects');
  return (
    <Controller
      control={control}
      name="teamId"
      render={({ field }) => (
        <Field label={t('new.team')} help={t('new.team_help')}>
          {(box) => (
            <Select
              {...box}
              value={field.value}
              onValueChange={field.onChange}
              options={teams.map((team) => ({ value: team.id, label: team.displayName }))}
            />
          )}
        </Field>
      )}
    />
  );
};

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormCard } from '../../../components/form-card.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input, Textarea } from '../../../components/ui/input.tsx';
import { optionalText, requiredText } from '../../../lib/form-rules.ts';
import { saveForm } from '../../../lib/save-form.ts';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { useUpdateProject } from '../use-update-project.ts';

const schema = z.object({ displayName: requiredText(256), description: optionalText(1000) });

export const DetailsCard = ({ project }: { project: OwnedProject }) => {
  const { t } = useTranslation(['settings', 'common']);
  const update = useUpdateProject(project);
  const form = useForm({
    resolver: zodResolver(schema),
    values: { displayName: project.displayName, description: project.description ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormCard
      title={t('details.title')}
      description={t('details.description')}
      dirty={isDirty}
      onDiscard={() => form.reset()}
      onSave={() => saveForm(form, update)}
    >
      <Field label={t('details.name')} error={errors.displayName?.message}>
        {(control) => <Input {...control} {...form.register('displayName')} />}
      </Field>
      <Field label={t('details.about')} optional={t('common:optional')} error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} rows={3} />}
      </Field>
    </FormCard>
  );
};

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormCard } from '../../../components/form-card.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Textarea } from '../../../components/ui/input.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { saveForm } from '../../../lib/save-form.ts';
import type { UserCardProps } from '../user-card-props.ts';

const isJson = (text: string): boolean => {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const json = () => z.string().refine(isJson, i18n.t('validation.json'));
const schema = z.object({ clientMetadata: json(), clientReadOnlyMetadata: json(), serverMetadata: json() });

const fields = [
  ['clientMetadata', 'client_metadata'],
  ['clientReadOnlyMetadata', 'client_read_only_metadata'],
  ['serverMetadata', 'server_metadata'],
] as const;

/** Empty text stands for null on the way out and in. */
const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
const valueOf = (text: string): unknown => (text.trim() === '' ? null : JSON.parse(text));

export const MetadataCard = ({ user, onChanged }: UserCardProps) => {
  const { t } = useTranslation('users');
  const form = useForm({
    resolver: zodResolver(schema),
    values: {
      clientMetadata: textOf(user.clientMetadata),
      clientReadOnlyMetadata: textOf(user.clientReadOnlyMetadata),
      serverMetadata: textOf(user.serverMetadata),
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const save = async (values: z.infer<typeof schema>): Promise<void> => {
    const changed = fields.filter(([name]) => form.formState.dirtyFields[name]);
    await user.update(Object.fromEntries(changed.map(([name]) => [name, valueOf(values[name])])));
    await onChanged();
  };
  return (
    <FormCard
      title={t('detail.metadata')}
      description={t('detail.metadata_help')}
      dirty={isDirty}
      onDiscard={() => form.reset()}
      onSave={() => saveForm(form, save)}
    >
      {fields.map(([name, words]) => (
        <Field
          key={name}
          label={t(`detail.${words}`)}
          help={t(`detail.${words}_help`)}
          error={errors[name]?.message}
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.register(name)}
              rows={3}
              spellCheck={false}
              placeholder="{}"
              className="field-sizing-content max-h-80 font-mono text-xs"
            />
          )}
        </Field>
      ))}
    </FormCard>
  );
};

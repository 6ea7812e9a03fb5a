import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Validates, saves, and makes the saved values the form's new starting point. Answers whether it saved. */
export const saveForm = async <T extends FieldValues>(
  form: UseFormReturn<T>,
  save: (values: T) => Promise<unknown>,
): Promise<boolean> => {
  let saved = false;
  await form.handleSubmit(async (values) => {
    await save(values);
    form.reset(values);
    saved = true;
  })();
  return saved;
};

import { useRef, useState } from 'react';
import type { FormEvent, Ref } from 'react';

export type Errors<Name extends string> = Partial<Record<Name, string>>;

interface FormOptions<Name extends string> {
  readonly initial: Readonly<Record<Name, string>>;
  /** Errors in words, by field; the first one gets the focus. */
  validate(values: Readonly<Record<Name, string>>): Errors<Name>;
  /** Returns what the server said about single fields. Thrown errors belong to the whole form. */
  submit(values: Readonly<Record<Name, string>>): Promise<Errors<Name> | void>;
}

interface FieldBinding<Name extends string> {
  readonly name: Name;
  readonly value: string;
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  onChange(value: string): void;
}

export interface Form<Name extends string> {
  readonly busy: boolean;
  /** An error that belongs to no field. */
  readonly failure: unknown;
  field(name: Name): FieldBinding<Name>;
  onSubmit(event: FormEvent): void;
}

/** A small form: validates on submit, clears a field's error while it is typed in, focuses the first field in error. */
export const useForm = <Name extends string>({
  initial,
  validate,
  submit,
}: FormOptions<Name>): Form<Name> => {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const inputs = useRef(new Map<Name, HTMLInputElement>());

  const show = (found: Errors<Name>): boolean => {
    setErrors(found);
    const first = (Object.keys(initial) as Name[]).find((name) => found[name] !== undefined);
    if (first === undefined) return false;
    inputs.current.get(first)?.focus();
    return true;
  };

  const run = async (): Promise<void> => {
    setFailure(undefined);
    if (show(validate(values))) return;
    setBusy(true);
    try {
      show((await submit(values)) ?? {});
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    failure,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      inputRef: (input) => {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void run();
    },
  };
};

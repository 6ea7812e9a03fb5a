import type { Translate } from '../translation.tsx';

const minPassword = 8;
const maxPassword = 70;

/** An address as sign-up takes it: no stray dots, a top-level domain of two letters or more. */
const isStrictEmail = (email: string): boolean => {
  if (email.length > 256) return false;
  const match = /^([^\s@]+)@((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9])$/i.exec(email);
  const local = match?.[1] ?? '.';
  return !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
};

export const emailError = (t: Translate, email: string): string | undefined => {
  if (email === '') return t('Please enter your email.');
  return isStrictEmail(email) ? undefined : t('Please enter a valid email.');
};

export const newPasswordError = (t: Translate, password: string): string | undefined => {
  if (password === '') return t('Please enter your password.');
  if (password.length < minPassword) return t('Use at least {count} characters.', { count: minPassword });
  return currentPasswordError(t, password);
};

export const currentPasswordError = (t: Translate, password: string): string | undefined => {
  if (password === '') return t('Please enter your password.');
  return password.length > maxPassword
    ? t('Use at most {count} characters.', { count: maxPassword })
    : undefined;
};

export const repeatError = (t: Translate, password: string, repeated: string): string | undefined => {
  if (repeated === '') return t('Please repeat the password.');
  return repeated === password ? undefined : t('The passwords do not match.');
};

/** Leaves out what is fine. */
export const errorsOf = <Name extends string>(
  errors: Record<Name, string | undefined>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined)) as Partial<
    Record<Name, string>
  >;

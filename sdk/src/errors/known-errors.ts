import { accessErrors } from './access-errors.ts';
import { accountErrors } from './account-errors.ts';
import type { KnownErrorClass } from './known-error.ts';
import { resourceErrors } from './resource-errors.ts';

/**
 * Every error the API names, by class. Parents match their children:
 * `KnownErrors.VerificationCodeError.isInstance(error)`.
 */
export const KnownErrors = { ...accessErrors, ...accountErrors, ...resourceErrors } as const;

type Catalogue = typeof KnownErrors;

/** The instance type of a row: `KnownErrorInstance<'EmailPasswordMismatch'>`. */
export type KnownErrorInstance<Name extends keyof Catalogue> =
  Catalogue[Name] extends KnownErrorClass<infer Code, infer D>
    ? InstanceType<KnownErrorClass<Code, D>>
    : never;

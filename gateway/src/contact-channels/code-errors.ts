import type { KnownErrorCode } from '@portico/platform/known-errors';

export const codeErrors = [
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
] as const satisfies readonly KnownErrorCode[];

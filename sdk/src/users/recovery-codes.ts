import type { UserScope } from './user-scope.ts';

/** What gets a user in without the authenticator of the second factor. */
export interface RecoveryCodes {
  /** Makes new codes and ends the old ones. They can be read only now. */
  createRecoveryCodes(): Promise<string[]>;
  countRecoveryCodes(): Promise<number>;
}

export const recoveryCodes = (scope: UserScope): RecoveryCodes => ({
  createRecoveryCodes: async () => {
    const answer = await scope.json<{ recovery_codes: string[] }>('/auth/mfa/recovery-codes', {
      method: 'POST',
      body: {},
    });
    return answer.recovery_codes;
  },
  countRecoveryCodes: async () => (await scope.json<{ unused: number }>('/auth/mfa/recovery-codes')).unused,
});

import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { UserScope } from './user-scope.ts';

/** Password changes. Expected refusals are returned, not thrown. */
export interface Passwords {
  updatePassword(options: {
    oldPassword: string;
    newPassword: string;
  }): Promise<
    | KnownErrorInstance<'PasswordConfirmationMismatch'>
    | KnownErrorInstance<'PasswordRequirementsNotMet'>
    | void
  >;
  /** For users without a password. */
  setPassword(options: {
    password: string;
  }): Promise<KnownErrorInstance<'PasswordRequirementsNotMet'> | void>;
}

const errorOf = <E>(result: { status: 'ok' } | { status: 'error'; error: E }): E | undefined =>
  result.status === 'error' ? result.error : undefined;

export const passwords = (scope: UserScope): Passwords => {
  const send = async (path: string, body: object): Promise<void> => {
    await scope.send(path, { method: 'POST', body, session: scope.ownSession, access: 'client' });
    await scope.refreshUser();
  };
  return {
    updatePassword: async ({ oldPassword, newPassword }) => {
      if (!scope.ownSession)
        throw new Error('A server does not know the old password. Use setPassword instead.');
      const work = () =>
        send('/auth/password/update', { old_password: oldPassword, new_password: newPassword });
      return errorOf(
        await resultOf(work, [
          KnownErrors.PasswordConfirmationMismatch,
          KnownErrors.PasswordRequirementsNotMet,
        ]),
      );
    },
    setPassword: async ({ password }) =>
      errorOf(
        await resultOf(
          () => send('/auth/password/set', { password }),
          [KnownErrors.PasswordRequirementsNotMet],
        ),
      ),
  };
};

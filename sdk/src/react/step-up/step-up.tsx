import { createContext, useCallback, useContext, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { SignInAgainError } from '../../errors/sign-in-again-error.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { usePorticoApp } from '../provider.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { Dismissed } from './dismissed.ts';
import { findWays } from './ways.ts';
import type { Ways } from './ways.ts';

/** Resolves once the user has signed in again; rejects with `Dismissed` if it would rather not. */
type Ask = (user: CurrentUser) => Promise<void>;

const AskContext = createContext<Ask | null>(null);

interface Request {
  readonly user: CurrentUser;
  readonly ways: Ways;
  settle(confirmed: boolean): void;
}

/** Shows the dialog that asks for a new sign-in when a change below needs one. */
export const StepUp = ({ children }: { children: ReactNode }): ReactElement => {
  const app = usePorticoApp();
  const [request, setRequest] = useState<Request | null>(null);
  const ask = useCallback<Ask>(
    async (user) => {
      const ways = await findWays(app, user);
      return new Promise((resolve, reject) => {
        const settle = (confirmed: boolean): void => {
          setRequest(null);
          if (confirmed) resolve();
          else reject(new Dismissed());
        };
        setRequest({ user, ways, settle });
      });
    },
    [app],
  );
  return (
    <AskContext.Provider value={ask}>
      {children}
      {request && <ConfirmIdentity user={request.user} ways={request.ways} onDone={request.settle} />}
    </AskContext.Provider>
  );
};

/** Makes a change of the signed-in user; where that needs a recent sign-in, asks for one and makes it then. */
export const useStepUp = (): (<T>(change: (user: CurrentUser) => Promise<T>) => Promise<T>) => {
  const app = usePorticoApp();
  const user = app.useUser({ or: 'redirect' });
  const ask = useContext(AskContext);
  return async (change) => {
    try {
      return await change(user);
    } catch (error) {
      if (!ask || !(error instanceof SignInAgainError)) throw error;
      await ask(user);
      return change(await app.getUser({ or: 'throw' }));
    }
  };
};

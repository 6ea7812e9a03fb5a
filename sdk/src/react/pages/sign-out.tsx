'use client';

import { Suspense, use } from 'react';
import type { ReactElement } from 'react';
import type { PorticoClientApp } from '../../apps/client-app.ts';
import { AuthSkeleton } from '../auth-page/auth-skeleton.tsx';
import { SignedOutCard } from '../message-cards.tsx';
import { usePorticoApp } from '../provider.tsx';

/** Rendering twice must not sign out twice. */
const signingOut = new WeakMap<object, Promise<void>>();

const signOutOnce = (app: PorticoClientApp<true>): Promise<void> => {
  const known = signingOut.get(app);
  if (known) return known;
  const work = app.signOut().finally(() => setTimeout(() => signingOut.delete(app), 5_000));
  signingOut.set(app, work);
  return work;
};

const SignOutNow = ({ fullPage }: { fullPage?: boolean }): ReactElement => {
  const app = usePorticoApp();
  use(signOutOnce(app));
  return <SignedOutCard fullPage={fullPage} />;
};

/** Ends the session, then says so. */
export const SignOut = ({ fullPage }: { fullPage?: boolean }): ReactElement => (
  <Suspense fallback={<AuthSkeleton fullPage={fullPage} />}>
    <SignOutNow fullPage={fullPage} />
  </Suspense>
);

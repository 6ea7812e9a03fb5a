'use client';

import type { CurrentUserOf } from '../users/client-users.ts';
import type { GetCurrentUserOptions, NeverNull } from '../users/get-current-user.ts';
import { usePorticoApp } from './provider.tsx';
import type { UsePorticoAppOptions } from './provider.tsx';

type Options<ProjectId extends string> = GetCurrentUserOptions<true> & UsePorticoAppOptions<ProjectId>;

interface UseUser {
  <ProjectId extends string = string>(options: Options<ProjectId> & NeverNull): CurrentUserOf<ProjectId>;
  <ProjectId extends string = string>(options?: Options<ProjectId>): CurrentUserOf<ProjectId> | null;
}

/** The signed-in user of the provider's app. Suspends until it is known; null when nobody is signed in. */
export const useUser = (<ProjectId extends string>({
  projectIdMustMatch,
  ...options
}: Options<ProjectId> = {}) => usePorticoApp({ projectIdMustMatch }).useUser(options)) as UseUser;

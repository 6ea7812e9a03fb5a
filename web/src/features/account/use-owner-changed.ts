import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ownerQuery } from './api/get-owner.ts';

/** Call after the signed-in user changed, so that the frame shows the new name and state. */
export const useOwnerChanged = (): (() => Promise<void>) => {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    await client.refetchQueries({ ...ownerQuery, exact: true });
    await router.invalidate();
  };
};

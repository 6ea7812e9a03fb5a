import { MutationCache, QueryClient } from '@tanstack/react-query';

/** The kit's objects carry methods, so results are replaced as they are instead of being merged key by key. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      structuralSharing: false,
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: false,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache(),
});

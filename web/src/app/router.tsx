import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from './routes/not-found.tsx';
import { PageError } from './routes/page-error.tsx';
import { queryClient } from './query-client.ts';
import { routeTree } from './route-tree.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  // The query client decides how fresh preloaded data is.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

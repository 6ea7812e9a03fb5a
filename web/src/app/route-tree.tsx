import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { ownerQuery } from '../features/account/api/get-owner.ts';
import { projectKeysQuery } from '../features/project-keys/api/list-project-keys.ts';
import { projectsQuery } from '../features/projects/api/list-projects.ts';
import { userQuery } from '../features/users/api/get-user.ts';
import { usersQuery } from '../features/users/api/list-users.ts';
import { readUsersSearch } from '../features/users/users-search.ts';
import { RootLayout } from './routes/root-layout.tsx';
import { ProjectNotFound } from './routes/project-not-found.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: RootLayout });

const handler = createRoute({
  getParentRoute: () => root,
  path: '/handler/$',
  component: lazyRouteComponent(() => import('./routes/handler.tsx'), 'HandlerPage'),
});

const projectHandler = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/handler/$',
  component: lazyRouteComponent(() => import('./routes/project-handler.tsx'), 'ProjectHandlerPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context }) => ({ owner: await context.queryClient.ensureQueryData(ownerQuery) }),
  component: lazyRouteComponent(() => import('../components/shell/shell.tsx'), 'Shell'),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search.to === 'string' ? { to: search.to } : {},
  component: lazyRouteComponent(() => import('./routes/inbox.tsx'), 'InboxPage'),
});

const owner = createRoute({
  getParentRoute: () => shell,
  id: 'owner',
  beforeLoad: ({ context, location }) => {
    if (context.owner) return { owner: context.owner };
    throw redirect({
      to: '/handler/$',
      params: { _splat: 'sign-in' },
      search: { after_auth_return_to: location.href } as never,
    });
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(projectsQuery),
});

const index = createRoute({
  getParentRoute: () => owner,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects' });
  },
});

const projects = createRoute({
  getParentRoute: () => owner,
  path: '/projects',
  component: lazyRouteComponent(() => import('./routes/projects.tsx'), 'ProjectsPage'),
});

const newProject = createRoute({
  getParentRoute: () => owner,
  path: '/new-project',
  validateSearch: (search: Record<string, unknown>): { display_name?: string } =>
    typeof search.display_name === 'string' ? { display_name: search.display_name } : {},
  component: lazyRouteComponent(() => import('./routes/new-project.tsx'), 'NewProjectPage'),
});

const account = createRoute({
  getParentRoute: () => owner,
  path: '/account',
  component: lazyRouteComponent(() => import('./routes/account.tsx'), 'AccountPage'),
});

const project = createRoute({
  getParentRoute: () => owner,
  path: '/projects/$projectId',
  beforeLoad: async ({ context, params }) => {
    const owned = await context.queryClient.ensureQueryData(projectsQuery);
    const found = owned.find((candidate) => candidate.id === params.projectId);
    if (!found) throw notFound();
    return { project: found };
  },
  notFoundComponent: ProjectNotFound,
});

const projectIndex = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$projectId/users', params });
  },
});

const users = createRoute({
  getParentRoute: () => project,
  path: '/users',
  validateSearch: readUsersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(usersQuery(context.project, deps));
  },
  component: lazyRouteComponent(() => import('./routes/users.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => project,
  path: '/users/$userId',
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(userQuery(context.project, params.userId));
  },
  component: lazyRouteComponent(() => import('./routes/user.tsx'), 'UserPage'),
});

const projectKeys = createRoute({
  getParentRoute: () => project,
  path: '/project-keys',
  validateSearch: (search: Record<string, unknown>): { create?: string; description?: string } => ({
    ...(search.create === 'true' && { create: 'true' }),
    ...(typeof search.description === 'string' && { description: search.description }),
  }),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(projectKeysQuery(context.project));
  },
  component: lazyRouteComponent(() => import('./routes/project-keys.tsx'), 'ProjectKeysPage'),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('./routes/settings.tsx'), 'SettingsPage'),
});

const projectTree = project.addChildren([projectIndex, users, user, projectKeys, settings]);
const ownerTree = owner.addChildren([index, projects, newProject, account, projectTree]);

export const routeTree = root.addChildren([handler, projectHandler, shell.addChildren([inbox, ownerTree])]);

import type { Session } from '../sessions/session.ts';
import type { ServerUser } from '../users/server-user.ts';
import type { ServerUserRead } from '../wire/user.ts';
import type { PorticoAdminApp } from './admin-app.ts';
import type { AppContext } from './context.ts';

/**
 * Objects that lead back to what made them: a team has users, which have teams; a user owns projects, which have apps.
 * The modules that make them register here, so that no module imports another in a circle.
 */
interface Makers {
  serverUser(ctx: AppContext, user: ServerUserRead): ServerUser;
  ownedApp(ctx: AppContext, session: Session, projectId: string): PorticoAdminApp<false>;
}

const makers: Partial<Makers> = {};

export const registerMaker = <K extends keyof Makers>(name: K, maker: Makers[K]): void => {
  makers[name] = maker;
};

export const maker = <K extends keyof Makers>(name: K): Makers[K] => {
  const found = makers[name];
  if (!found) throw new Error(`Nothing makes "${name}" here.`);
  return found as Makers[K];
};

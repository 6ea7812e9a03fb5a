import type { CallContext } from '@portico/platform/call';
import type { EntityManager } from 'typeorm';
import { readConfig, readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { orderMail } from './order-mail.ts';

export interface SignInChange {
  /** Whoever has to know; the address from before the change. */
  user: { id: string; display_name: string | null; primary_email: string | null };
  /** One sentence. */
  change: string;
}

/** Tells a user that somebody changed how the account signs in, in projects that guard such changes. */
export const notifyOfChange = async (
  tx: EntityManager,
  call: CallContext,
  { keyring, user, change }: SignInChange & Pick<IdentityDeps, 'keyring'>,
): Promise<void> => {
  const { step_up } = await readSettings(tx, call);
  if (!step_up || user.primary_email === null) return;
  const { project } = await readConfig({ db: tx, keyring }, call);
  const variables = {
    change,
    projectDisplayName: project.display_name,
    userDisplayName: user.display_name ?? '',
  };
  const mail = { to: user.primary_email, template_key: 'security_notice', user_id: user.id, variables };
  await orderMail(tx, call, { ...mail, keyring });
};

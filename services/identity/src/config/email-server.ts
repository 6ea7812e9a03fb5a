import type { EmailServer } from '@portico/proto/identity/v1/projects';
import type { Complete } from '../deps.ts';
import type { ConfigObject } from './config-node.ts';
import { get, getText } from './config-path.ts';

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535;

/** Where a project's mail leaves, from its rendered configuration. */
export const toEmailServer = (config: ConfigObject): Complete<EmailServer> => {
  const server = (name: string) => getText(config, `emails.server.${name}`);
  const port = get(config, 'emails.server.port');
  const isShared = get(config, 'emails.server.isShared') !== false;
  if (isShared) {
    const nothing = undefined;
    return {
      type: 'shared',
      host: nothing,
      port: nothing,
      username: nothing,
      password: nothing,
      sender_name: nothing,
      sender_email: nothing,
    };
  }
  return {
    type: 'standard',
    host: server('host'),
    port: isPort(port) ? port : undefined,
    username: server('username'),
    password: server('password'),
    sender_name: server('senderName'),
    sender_email: server('senderEmail'),
  };
};

import type { Rpcs } from '@portico/platform/grpc/unary';
import type { InboxServiceDefinition } from '@portico/proto/email/v1/inbox';
import { listInboxMessages, type InboxDeps } from './list-inbox-messages.ts';
import { removeProjectMail } from './remove-project-mail.ts';

export const inboxRpcs = (deps: InboxDeps): Rpcs<InboxServiceDefinition> => ({
  listInboxMessages: listInboxMessages(deps),
  removeProjectMail: removeProjectMail(deps),
});

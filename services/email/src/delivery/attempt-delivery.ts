import { systemCall } from '@portico/platform/call';
import { StatusError, isOutage } from '@portico/platform/errors';
import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ConfigServiceDefinition, EmailSettings } from '@portico/proto/identity/v1/config';
import { postponeMail, recordAttempt, type RecordDeps } from '../queue/record-attempt.ts';
import type { QueuedMail } from '../queue/queued-mail.ts';
import { renderMail, RenderingError, type RenderedMail, type Variables } from '../rendering/render-mail.ts';
import { failureOf, type Failure } from './failure.ts';
import { routeOf, type MailRoute, type SharedMail } from './mail-route.ts';
import type { SmtpSender } from './smtp-sender.ts';

export type DeliveryDeps = RecordDeps & {
  identity: { config: Pick<Rpcs<ConfigServiceDefinition>, 'getEmailSettings'> };
  shared: SharedMail;
  sender: SmtpSender;
};

const settingsOf = ({ identity }: DeliveryDeps, mail: QueuedMail): Promise<EmailSettings> =>
  identity.config.getEmailSettings({}, systemCall(mail.project_id, mail.branch_id));

const isAway = (error: unknown): boolean =>
  isOutage(error) || (error instanceof StatusError && error.status >= 500);

/** @throws RenderingError also when the variables cannot be read, since no later try could read them. */
const contentOf = ({ keyring }: DeliveryDeps, mail: QueuedMail, settings: EmailSettings): RenderedMail => {
  let variables: Variables;
  try {
    variables = JSON.parse(keyring.open(mail.sealed_variables ?? '', mail.id)) as Variables;
  } catch (cause) {
    throw new RenderingError('The variables of the mail cannot be read.', { cause });
  }
  return renderMail(mail.template_key, variables, settings.project_display_name);
};

const send = async (
  { sender }: DeliveryDeps,
  { server, type, from }: MailRoute,
  mail: RenderedMail & { to: string },
) => {
  if (server) await sender.send({ server, is_shared: type === 'shared' }, { ...mail, from });
};

const permanent = (errorType: string, error: Error): Failure => ({
  errorType,
  canRetry: false,
  message: 'The mail could not be written.',
  rawError: error.message,
});

/** One try to deliver a claimed mail, recorded whatever comes of it. */
export const attemptDelivery = async (deps: DeliveryDeps, mail: QueuedMail): Promise<void> => {
  let settings: EmailSettings;
  try {
    settings = await settingsOf(deps, mail);
  } catch (error) {
    if (isAway(error) || !(error instanceof Error)) return postponeMail(deps, mail);
    // The project is gone.
    return recordAttempt(deps, { mail, failure: permanent('REJECTED', error) });
  }
  let content: RenderedMail;
  try {
    content = contentOf(deps, mail, settings);
  } catch (error) {
    if (!(error instanceof RenderingError)) throw error;
    return recordAttempt(deps, { mail, failure: permanent('RENDERING', error) });
  }
  const route = routeOf(settings, deps.shared);
  try {
    await send(deps, route, { ...content, to: mail.recipient });
  } catch (error) {
    return recordAttempt(deps, { mail, route, content, failure: failureOf(error) });
  }
  return recordAttempt(deps, { mail, route, content });
};

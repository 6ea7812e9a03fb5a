import { systemCall } from '@portico/platform/call';
import { connect, openChannel } from '@portico/platform/grpc/client';
import { AuditLogServiceDefinition, type AuditLogEntry } from '@portico/proto/events/v1/audit_log';

export interface AuditLog {
  /** Types of the events about a subject, in the order of the log. */
  typesOf(subject: string): Promise<string[]>;
  isIntact(): Promise<boolean>;
  close(): void;
}

const PAGE = 200;

/** The log of project `internal`, read from the service itself. */
export const openAuditLog = (address: string): AuditLog => {
  const channel = openChannel(address);
  const rpcs = connect(AuditLogServiceDefinition, channel);
  const call = () => systemCall('internal');

  const readAll = async (): Promise<AuditLogEntry[]> => {
    const entries: AuditLogEntry[] = [];
    for (let before_sequence: number | undefined; ;) {
      const { items } = await rpcs.listAuditLog({ limit: PAGE, before_sequence }, call());
      entries.push(...items);
      before_sequence = items.at(-1)?.sequence;
      if (items.length < PAGE) return entries.reverse();
    }
  };

  return {
    typesOf: async (subject) =>
      (await readAll()).filter((entry) => entry.subject === subject).map(({ type }) => type),
    isIntact: async () => (await rpcs.verifyAuditLog({}, call())).is_intact,
    close: () => channel.close(),
  };
};

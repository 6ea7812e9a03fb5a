import { queryOptions } from '@tanstack/react-query';
import { runtimeConfig } from '../../../config/runtime-config.ts';

export interface InboxMessage {
  id: string;
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  sent_at_millis: number;
}

/** `not_captured`: mail is delivered through SMTP, so there is no inbox to read. */
export type Inbox = { state: 'captured'; messages: InboxMessage[] } | { state: 'not_captured' };

const listMessages = async (to: string | undefined, signal: AbortSignal): Promise<Inbox> => {
  const url = new URL('/inbox/messages', runtimeConfig.api_url);
  if (to) url.searchParams.set('to', to);
  const response = await fetch(url, { signal });
  if (response.status === 404) return { state: 'not_captured' };
  if (!response.ok) throw new Error(`The inbox answered ${response.status}: ${await response.text()}`);
  return { state: 'captured', messages: (await response.json()) as InboxMessage[] };
};

export const messagesQuery = (to: string | undefined) =>
  queryOptions({
    queryKey: ['inbox', to ?? ''],
    queryFn: ({ signal }) => listMessages(to, signal),
    staleTime: 0,
    refetchInterval: 3_000,
  });

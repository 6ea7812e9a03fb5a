import type { Harness } from './harness.ts';

export interface SentMail {
  to: string;
  template_key: string;
  user_id: string | undefined;
  variables: Record<string, string>;
}

/** Mails that were ordered since events were last taken, opened. */
export const sentMails = async (identity: Harness): Promise<SentMail[]> => {
  const orders = (await identity.events()).filter((event) => event.type === 'email.requested');
  return orders.map(({ id, email_requested }) => {
    const { to, template_key, user_id, sealed_variables } = email_requested!;
    return { to, template_key, user_id, variables: JSON.parse(identity.keyring.open(sealed_variables, id)) };
  });
};

/** The `code` of a link. */
export const codeOf = (link: string | undefined): string => new URL(link!).searchParams.get('code')!;

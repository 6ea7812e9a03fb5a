/** A mail between its order and its delivery. */
export interface QueuedMail {
  readonly project_id: string;
  readonly branch_id: string;
  /** Id of the event that ordered it. */
  readonly id: string;
  readonly template_key: string;
  readonly recipient: string;
  readonly user_id: string | null;
  /** As the event carried them: bound to its id, and removed once the mail has left. */
  readonly sealed_variables: string | null;
  /** Tries so far, the running one included. */
  readonly attempts: number;
}

export type MailStatus = 'pending' | 'sent' | 'failed';

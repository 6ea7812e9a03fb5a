/** Why a try to deliver failed, in the shape of the mail log. */
export interface Failure {
  readonly errorType: string;
  readonly canRetry: boolean;
  readonly message: string;
  readonly rawError: string;
}

interface MailerError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly message: string;
}

type Verdict = Omit<Failure, 'rawError'>;

interface Rule {
  readonly matches: (error: MailerError) => boolean;
  readonly verdict: Verdict;
}

const answered =
  (from: number, to = from) =>
  ({ responseCode = 0 }: MailerError) =>
    responseCode >= from && responseCode <= to;

const says = (pattern: RegExp) => (error: MailerError) => pattern.test(error.message);

const verdict = (errorType: string, canRetry: boolean, message: string): Verdict => ({
  errorType,
  canRetry,
  message,
});

const temporary = verdict('TEMPORARY', true, 'The mail server asked to try again later.');
const busy = verdict('UNKNOWN', true, 'The mail server does not accept mail at the moment.');

/** The first rule that matches decides. */
const rules: Rule[] = [
  {
    matches: says(/ENOTFOUND|EAI_AGAIN|getaddrinfo/),
    verdict: verdict('HOST_NOT_FOUND', false, 'The mail host cannot be found.'),
  },
  { matches: answered(400, 499), verdict: temporary },
  {
    matches: (error) => error.code === 'EAUTH' || error.responseCode === 535,
    verdict: verdict('AUTH_FAILED', false, 'The mail server refused the user name or password.'),
  },
  {
    matches: answered(553),
    verdict: verdict('INVALID_EMAIL_ADDRESS', false, 'The mail server does not accept the address.'),
  },
  {
    matches: (error) => error.responseCode === 554 || error.code === 'EENVELOPE',
    verdict: verdict('REJECTED', false, 'The mail server rejected the mail.'),
  },
  {
    matches: (error) => error.code === 'ETIMEDOUT',
    verdict: verdict('TIMEOUT', true, 'The mail server did not answer in time.'),
  },
  { matches: says(/ECONNREFUSED|before secure TLS|too many requests|^450 /i), verdict: busy },
  {
    matches: says(/closed unexpectedly|ECONNRESET/i),
    verdict: verdict('SOCKET_CLOSED', false, 'The mail server closed the connection.'),
  },
];

const unknown = verdict('UNKNOWN', false, 'The mail could not be delivered.');

const LONGEST_RAW_ERROR = 500;

export const failureOf = (error: unknown): Failure => {
  const mailerError = (error instanceof Error ? error : { message: String(error) }) as MailerError;
  const rule = rules.find(({ matches }) => matches(mailerError));
  return { ...(rule?.verdict ?? unknown), rawError: mailerError.message.slice(0, LONGEST_RAW_ERROR) };
};

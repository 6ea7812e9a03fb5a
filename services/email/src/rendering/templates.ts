/**
 * The built-in mails as data. `{name}` stands for a variable. Subjects are what mailbox scanners look for:
 * "Verify your email", "Reset your password at", "Sign in to" and "join" have to stay in them.
 */
export interface Template {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  /** Text of the button, and the variable that holds its link; a notice has neither. */
  readonly button?: string;
  readonly link?: string;
  /** The variable that holds a code to type, where there is one. */
  readonly code?: string;
}

const verification: Template = {
  subject: 'Verify your email at {projectDisplayName}',
  heading: 'Verify your email at {projectDisplayName}',
  intro: 'Please confirm that this address belongs to you.',
  button: 'Verify my email',
  link: 'emailVerificationLink',
};

const passwordReset: Template = {
  subject: 'Reset your password at {projectDisplayName}',
  heading: 'Reset your password at {projectDisplayName}',
  intro: 'Somebody asked to set a new password for your account. The button below lets you choose one.',
  button: 'Reset my password',
  link: 'passwordResetLink',
};

const magicLink: Template = {
  subject: 'Sign in to {projectDisplayName}: your code is {otp}',
  heading: 'Sign in to {projectDisplayName}',
  intro: 'Type this code where you asked for it, or use the button below.',
  button: 'Sign in',
  link: 'magicLink',
  code: 'otp',
};

/** For applications that have no field to type a code into. */
const magicLinkOnly: Template = {
  subject: 'Sign in to {projectDisplayName}',
  heading: 'Sign in to {projectDisplayName}',
  intro: 'Use the button below to sign in.',
  button: 'Sign in',
  link: 'magicLink',
};

const teamInvitation: Template = {
  subject: 'You have been invited to join {teamDisplayName}',
  heading: 'Join {teamDisplayName} at {projectDisplayName}',
  intro: 'You have been invited to become a member of the team {teamDisplayName}.',
  button: 'Join the team',
  link: 'teamInvitationLink',
};

const signInInvitation: Template = {
  subject: 'You have been invited to sign in to {projectDisplayName}',
  heading: 'Welcome to {projectDisplayName}',
  intro: 'You have been invited to create an account.',
  button: 'Sign in',
  link: 'signInInvitationLink',
};

const securityNotice: Template = {
  subject: 'How you sign in to {projectDisplayName} has changed',
  heading: 'How you sign in to {projectDisplayName} has changed',
  intro: '{change} If this was not you, set a new password and sign out everywhere.',
};

const templates = new Map<string, Template>([
  ['email_verification', verification],
  ['password_reset', passwordReset],
  ['magic_link', magicLink],
  ['magic_link_only', magicLinkOnly],
  ['team_invitation', teamInvitation],
  ['sign_in_invitation', signInInvitation],
  ['security_notice', securityNotice],
]);

export const findTemplate = (key: string): Template | undefined => templates.get(key);

/** The themes and templates every project has. A project may store its own version under the same id. */
import type { ConfigObject } from './config-node.ts';
import { callToActionTemplate, magicLinkTemplate, themeSource } from './built-in-email-sources.ts';

export const DEFAULT_THEME_ID = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac';

export const builtInThemes: ConfigObject = {
  [DEFAULT_THEME_ID]: {
    displayName: 'Default Light',
    tsxSource: themeSource({ page: 'bg-white text-slate-800', card: 'bg-white', footer: 'text-slate-500' }),
  },
  'a0172b5d-cff0-463b-83bb-85124697373a': {
    displayName: 'Default Dark',
    tsxSource: themeSource({
      page: 'bg-slate-900 text-slate-100',
      card: 'bg-slate-900',
      footer: 'text-slate-400',
    }),
  },
};

export const builtInTemplates: ConfigObject = {
  'e7d009ce-8d47-4528-b245-5bf119f2ffa3': {
    displayName: 'Email Verification',
    tsxSource: callToActionTemplate({
      link: 'emailVerificationLink',
      subject: '`Verify your email at ${project.displayName}`',
      heading: "'Verify your email'",
      text: '`Please confirm that this address belongs to your account at ${project.displayName}.`',
      button: 'Verify my email',
    }),
  },
  'a70fb3a4-56c1-4e42-af25-49d25603abd0': {
    displayName: 'Password Reset',
    tsxSource: callToActionTemplate({
      link: 'passwordResetLink',
      subject: '`Reset your password at ${project.displayName}`',
      heading: "'Reset your password'",
      text: '`Choose a new password for your account at ${project.displayName}.`',
      button: 'Choose a new password',
    }),
  },
  '822687fe-8d0a-4467-a0d1-416b6e639478': {
    displayName: 'Magic Link/OTP',
    tsxSource: magicLinkTemplate,
  },
  'e84de395-2076-4831-9c19-8e9a96a868e4': {
    displayName: 'Team Invitation',
    tsxSource: callToActionTemplate({
      link: 'teamInvitationLink',
      variables: { teamDisplayName: 'My Team' },
      subject: '`You are invited to join ${variables.teamDisplayName}`',
      heading: '`Join ${variables.teamDisplayName}`',
      text: '`Someone invited you to the team ${variables.teamDisplayName} at ${project.displayName}.`',
      button: 'Join the team',
    }),
  },
  '066dd73c-36da-4fd0-b6d6-ebf87683f8bc': {
    displayName: 'Sign In Invitation',
    tsxSource: callToActionTemplate({
      link: 'signInInvitationLink',
      variables: { teamDisplayName: 'My Project' },
      subject: '`You are invited to sign in to ${project.displayName}`',
      heading: '`Welcome to ${project.displayName}`',
      text: '`Someone invited you to ${variables.teamDisplayName}.`',
      button: 'Sign in',
    }),
  },
};

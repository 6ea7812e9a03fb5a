import { htmlPart, textPart, type MailBody } from './layout.ts';
import { plainLine, safeName } from './safe-text.ts';
import { findTemplate } from './templates.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The mail cannot be written; trying again would not help. */
export class RenderingError extends Error {}

export type Variables = Readonly<Record<string, string>>;

/** One pass, so that braces inside a value stay what they are. */
const fill = (pattern: string, names: Variables): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');

const namesOf = (variables: Variables, projectName: string): Variables => {
  const project = safeName(projectName) || 'your account';
  return {
    projectDisplayName: project,
    userDisplayName: safeName(variables.userDisplayName ?? ''),
    teamDisplayName: safeName(variables.teamDisplayName ?? '') || 'a team',
    otp: plainLine(variables.otp ?? ''),
    change: plainLine(variables.change ?? ''),
  };
};

/** @throws RenderingError when there is no such template or its link is missing. */
export const renderMail = (templateKey: string, variables: Variables, projectName: string): RenderedMail => {
  const template = findTemplate(templateKey);
  if (!template) throw new RenderingError(`There is no template "${plainLine(templateKey)}".`);
  const link = template.link && plainLine(variables[template.link] ?? '');
  if (link === '')
    throw new RenderingError(`The template "${templateKey}" needs the variable ${template.link}.`);
  const names = namesOf(variables, projectName);
  const user = names.userDisplayName;
  const body: MailBody = {
    heading: fill(template.heading, names),
    greeting: user ? `Hi ${user},` : 'Hi,',
    intro: fill(template.intro, names),
    code: template.code && names[template.code],
    action: template.button && link ? { button: template.button, link } : undefined,
    footer: template.link ? 'If you did not expect this mail, you can safely ignore it.' : undefined,
  };
  return { subject: fill(template.subject, names), html: htmlPart(body), text: textPart(body) };
};

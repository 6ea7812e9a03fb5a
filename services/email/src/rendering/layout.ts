import { escapeHtml } from './safe-text.ts';

/** What a mail says; plain text, escaped where it becomes HTML. */
export interface MailBody {
  readonly heading: string;
  readonly greeting: string;
  readonly intro: string;
  readonly code?: string;
  readonly action?: { readonly button: string; readonly link: string };
  readonly footer?: string;
}

const paragraph = (text: string, style = 'margin:0 0 16px'): string =>
  `<p style="${style}">${escapeHtml(text)}</p>`;

const CODE_STYLE = 'margin:0 0 24px;font:600 28px ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px';
const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#18181b;color:#ffffff;text-decoration:none';
const PAGE_STYLE =
  'margin:0;padding:24px;background:#f4f4f5;font:16px/1.5 system-ui,sans-serif;color:#18181b';
const CARD_STYLE = 'max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff';

const buttonPart = ({ button, link }: NonNullable<MailBody['action']>): string =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="${BUTTON_STYLE}">${escapeHtml(button)}</a></p>`;

/**
 * Styles are inline, because mail programs drop style sheets. `main` is for screen readers and carries no style,
 * because some mail programs do not know it.
 */
export const htmlPart = (body: MailBody): string =>
  [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(body.heading)}</title></head>`,
    `<body style="${PAGE_STYLE}"><main><div style="${CARD_STYLE}">`,
    `<h1 style="margin:0 0 16px;font-size:22px">${escapeHtml(body.heading)}</h1>`,
    paragraph(body.greeting),
    paragraph(body.intro),
    ...(body.code ? [paragraph(body.code, CODE_STYLE)] : []),
    ...(body.action ? [buttonPart(body.action)] : []),
    ...(body.footer ? [paragraph(body.footer, 'margin:0;font-size:13px;color:#71717a')] : []),
    '</div></main></body></html>',
  ].join('\n');

/** The link stands on a line of its own, as it is. */
export const textPart = (body: MailBody): string =>
  [
    body.heading,
    body.greeting,
    body.intro,
    ...(body.code ? [body.code] : []),
    ...(body.action ? [`${body.action.button}:\n${body.action.link}`] : []),
    ...(body.footer ? [body.footer] : []),
  ].join('\n\n');

/** The one page of the sandbox issuer: who do you want to be? */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { loginPage } from './login-page.ts';

const LARGEST_FORM = 10_000;
const EMAIL = /^[^\s@<>"']+@[^\s@<>"']+$/;

const readForm = async (req: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const chunk of req as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > LARGEST_FORM) break;
  }
  return new URLSearchParams(text.slice(0, LARGEST_FORM));
};

const send = (res: ServerResponse, status: number, page: string): void => {
  res.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  res.end(page);
};

/** Consents to everything that was asked for. */
const grantAll = async (provider: Provider, params: Record<string, unknown>, accountId: string) => {
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  return grant.save();
};

export const createInteraction =
  (provider: Provider) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(req, res);
    const page = { provider: String(params.client_id) };
    if (req.method !== 'POST') return send(res, 200, loginPage(page));
    const form = await readForm(req);
    if (form.get('action') === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
      return provider.interactionFinished(req, res, refusal, { mergeWithLastSubmission: false });
    }
    const email = form.get('email')?.trim() ?? '';
    if (!EMAIL.test(email)) return send(res, 400, loginPage({ ...page, error: 'Enter an email address.' }));
    const grantId = await grantAll(provider, params, email);
    const result = { login: { accountId: email, remember: false }, consent: { grantId } };
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  };

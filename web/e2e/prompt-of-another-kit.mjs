// A command line built with a client kit of another make: asks for a sign-in, then says who it is.
import { StackClientApp } from '@stackframe/js';

const { PROMPT_API_URL, PROMPT_APP_URL, PROMPT_PROJECT, PROMPT_KEY } = process.env;
const app = new StackClientApp({
  baseUrl: PROMPT_API_URL,
  projectId: PROMPT_PROJECT,
  publishableClientKey: PROMPT_KEY,
  tokenStore: null,
  noAutomaticPrefetch: true,
  redirectMethod: 'none',
});
const result = await app.promptCliLogin({ appUrl: PROMPT_APP_URL });
if (result.status === 'error') throw result.error;
const user = await app.getUser({
  or: 'throw',
  tokenStore: { accessToken: '', refreshToken: result.data },
});
process.stdout.write(`\nThis is ${user.primaryEmail} (${user.id}).\n`);
process.exit(0);

import { isBrowser } from '../apps/environment.ts';
import { setBeforeRequest } from '../http/transport.ts';
import { extendFramework } from '../tokens/framework.ts';
import { requestCookies } from './request-cookies.ts';

extendFramework({
  requestCookies,
  redirect: async (url, { replace }) => {
    const { redirect } = await import('next/navigation');
    return redirect(url, replace ? 'replace' : 'push');
  },
});

// Whoever reads the session of a request must not be prerendered.
setBeforeRequest(async () => {
  if (isBrowser()) return;
  try {
    const { cookies } = await import('next/headers');
    await cookies();
  } catch (error) {
    // Outside of a request, in a script or a job, there is nothing to mark.
    if (!(error instanceof Error) || !error.message.includes('outside a request scope')) throw error;
  }
});

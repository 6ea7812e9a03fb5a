import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { setTransport } from '../apps/build-app.ts';
import { PorticoClientApp, PorticoHandler, PorticoProvider } from '../react.tsx';
import { startFakeApi } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { accessTokenFor, impatientTransport, projectRead, userRead } from './fixtures.ts';

/** What a test of pages works with; filled before each test. */
export interface PageTest {
  api: FakeApi;
  /** Where the app wanted to go. */
  visited: string[];
  /** An app whose project has this configuration. */
  openApp(options?: { config?: object; signedIn?: boolean }): PorticoClientApp<true>;
  show(app: PorticoClientApp<true>, children: ReactNode): Promise<void>;
  /** Opens a page below the handler. */
  open(path: string, app?: PorticoClientApp<true>): Promise<void>;
}

const happyDom = (): { setURL(url: string): void } =>
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM;

export const signInAnswer = (changes: object = {}) => ({
  json: {
    access_token: accessTokenFor(600),
    refresh_token: 'r',
    is_new_user: false,
    user_id: 'user-1',
    ...changes,
  },
});

export const refusal = (code: string, details?: unknown) => () => ({ error: { code, details } });

/** Starts the other side of the wire around a file of tests. */
export const pageTest = (): PageTest => {
  const test = { visited: [] as string[] } as PageTest;
  beforeAll(async () => {
    test.api = await startFakeApi();
    setTransport(impatientTransport());
  });
  afterAll(async () => {
    setTransport(undefined);
    await test.api.stop();
  });
  beforeEach(() => {
    happyDom().setURL('http://localhost:3000/handler/sign-in');
    window.sessionStorage.clear();
    window.localStorage.clear();
    test.api.requests.length = 0;
    test.visited.length = 0;
    test.api.on('GET /projects/current', () => ({ json: projectRead() }));
    test.api.on('GET /users/me', ({ headers }) =>
      headers['x-stack-access-token']
        ? { json: userRead() }
        : { error: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } },
    );
  });
  afterEach(cleanup);

  test.openApp = ({ config, signedIn = false } = {}) => {
    if (config) test.api.on('GET /projects/current', () => ({ json: projectRead(config) }));
    const to = (url: string): void => void test.visited.push(url);
    return new PorticoClientApp({
      projectId: 'internal',
      publishableClientKey: 'pck',
      baseUrl: test.api.url,
      tokenStore: signedIn ? { accessToken: accessTokenFor(600), refreshToken: 'r' } : 'memory',
      redirectMethod: { useNavigate: () => to, navigate: to },
    }) as PorticoClientApp<true>;
  };
  test.show = async (app, children) => {
    await act(async () => {
      render(
        <PorticoProvider app={app}>
          <Suspense fallback={<p>waiting</p>}>{children}</Suspense>
        </PorticoProvider>,
      );
    });
  };
  test.open = async (path, app = test.openApp()) => {
    happyDom().setURL(`http://localhost:3000/handler/${path}`);
    await test.show(app, <PorticoHandler app={app} location={window.location.pathname} />);
  };
  return test;
};

export const typeInto = async (label: string, value: string): Promise<void> => {
  const input = await screen
    .findByRole('textbox', { name: label })
    .catch(() => screen.findByLabelText(label));
  await act(async () => void fireEvent.change(input, { target: { value } }));
};

export const press = async (name: string | RegExp): Promise<void> => {
  const button = await screen.findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};

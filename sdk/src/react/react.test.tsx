// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Component, Suspense } from 'react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTransport } from '../apps/build-app.ts';
import {
  MessageCard,
  PorticoClientApp,
  PorticoHandler,
  PorticoProvider,
  PorticoTheme,
  SignIn,
  SignUp,
  UserAvatar,
  UserButton,
  usePorticoApp,
  useUser,
} from '../react.tsx';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { accessTokenFor, impatientTransport, projectRead, userRead } from '../testing/fixtures.ts';

let api: FakeApi;
let visited: string[] = [];
const page = (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM;

beforeAll(async () => {
  api = await startFakeApi();
  setTransport(impatientTransport());
});
afterAll(async () => {
  setTransport(undefined);
  await api.stop();
});
beforeEach(() => {
  page.setURL('http://localhost:3000/handler/sign-in');
  api.requests.length = 0;
  visited = [];
  api.on('GET /projects/current', () => ({ json: projectRead() }));
  api.on('GET /users/me', ({ headers }) =>
    headers['x-stack-access-token']
      ? { json: userRead() }
      : { error: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } },
  );
  api.on('POST /auth/password/sign-in', () => ({
    json: { access_token: accessTokenFor(600), refresh_token: 'r', is_new_user: false, user_id: 'user-1' },
  }));
});
afterEach(cleanup);

const openApp = (
  tokenStore: 'memory' | { accessToken: string; refreshToken: string } = 'memory',
  config = {},
) => {
  if (Object.keys(config).length > 0) api.on('GET /projects/current', () => ({ json: projectRead(config) }));
  const to = (url: string): void => void visited.push(url);
  return new PorticoClientApp({
    projectId: 'internal',
    publishableClientKey: 'pck',
    baseUrl: api.url,
    tokenStore,
    redirectMethod: { useNavigate: () => to, navigate: to },
  });
};
const signedInApp = () => openApp({ accessToken: accessTokenFor(600), refreshToken: 'r' });

const show = async (app: PorticoClientApp<true>, children: ReactNode, lang?: 'de-DE') => {
  await act(async () => {
    render(
      <PorticoProvider app={app} lang={lang}>
        <Suspense fallback={<p>waiting</p>}>{children}</Suspense>
      </PorticoProvider>,
    );
  });
};

const type = async (label: string, value: string): Promise<void> => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
};
const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('useUser', () => {
  const Name = () => <p>{useUser()?.displayName ?? 'nobody'}</p>;

  it('suspends once, then shows the user and every change before update resolves', async () => {
    const app = openApp();
    await app.signInWithCredential({ email: 'a@b.co', password: 'x', noRedirect: true });
    await show(app, <Name />);
    await screen.findByText('Mira Okafor');
    const renamed = { json: userRead({ display_name: 'Renamed' }) };
    api.on('PATCH /users/me', () => renamed);
    api.on('GET /users/me', () => renamed);
    const user = await app.getUser({ or: 'throw' });
    await act(() => user.setDisplayName('Renamed'));
    expect(screen.getByText('Renamed')).toBeDefined();
  });

  it('shares one request between components', async () => {
    await show(
      signedInApp(),
      Array.from({ length: 5 }, (_, index) => <Name key={index} />),
    );
    await waitFor(() => expect(screen.getAllByText('Mira Okafor')).toHaveLength(5));
    expect(api.seen('GET /users/me')).toHaveLength(1);
  });

  it('becomes null when the session ends', async () => {
    const app = openApp();
    await app.signInWithCredential({ email: 'a@b.co', password: 'x', noRedirect: true });
    await show(app, <Name />);
    await screen.findByText('Mira Okafor');
    const user = await app.getUser({ or: 'throw' });
    await act(async () => user._internalSession.markInvalid());
    await screen.findByText('nobody');
  });

  it('with or: "redirect" leaves for the sign-in page and shows nothing', async () => {
    page.setURL('http://localhost:3000/secret?a=1');
    const Secret = () => <p>{useUser({ or: 'redirect' }).id}</p>;
    await show(openApp(), <Secret />);
    await waitFor(() => expect(visited).toEqual(['/handler/sign-in?after_auth_return_to=%2Fsecret%3Fa%3D1']));
    expect(screen.getByText('waiting')).toBeDefined();
  });

  it('rendered on a server asks for a Suspense boundary', () => {
    const app = signedInApp();
    vi.stubGlobal('document', undefined);
    try {
      const html = (): string => renderToString(<PorticoProvider app={app}>{<Name />}</PorticoProvider>);
      expect(html).toThrow(expect.objectContaining({ digest: 'BAILOUT_TO_CLIENT_SIDE_RENDERING' }) as Error);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('the provider', () => {
  class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
    override state: { message?: string } = {};
    static getDerivedStateFromError(error: Error): { message: string } {
      return { message: error.message };
    }
    override render(): ReactNode {
      return this.state.message ?? this.props.children;
    }
  }

  it('is needed, and its project can be demanded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Use = ({ id }: { id?: string }) => <p>{usePorticoApp({ projectIdMustMatch: id }).projectId}</p>;
    render(<Boundary>{<Use />}</Boundary>);
    expect(document.body.textContent).toContain('PorticoProvider');
    cleanup();
    await show(openApp(), <Boundary>{<Use id="another" />}</Boundary>);
    expect(document.body.textContent).toContain('another');
  });
});

describe('the sign-in page', () => {
  it('signs in and returns to where it came from', async () => {
    page.setURL('http://localhost:3000/handler/sign-in?after_auth_return_to=%2Fdeep');
    await show(openApp(), <SignIn fullPage />);
    await screen.findByRole('heading', { name: 'Sign in to Lumen' });
    await type('Email', 'mira@lumen.test');
    await type('Password', 'correct horse');
    click('Sign in');
    await waitFor(() => expect(visited).toEqual(['/deep']));
    expect(api.seen('POST /auth/password/sign-in')[0]?.body).toEqual({
      email: 'mira@lumen.test',
      password: 'correct horse',
    });
  });

  it('says what is missing at the field and moves the focus there', async () => {
    await show(openApp(), <SignIn />);
    await screen.findByLabelText('Email');
    click('Sign in');
    const email = screen.getByLabelText('Email');
    expect(screen.getByText('Please enter your email.').id).toBe(email.getAttribute('aria-describedby'));
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
    await type('Email', 'mira@lumen.test');
    expect(screen.queryByText('Please enter your email.')).toBeNull();
    click('Sign in');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(api.seen('POST /auth/password/sign-in')).toHaveLength(0);
  });

  it('shows progress in the button and the refusal under the email', async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    api.on('POST /auth/password/sign-in', async () => {
      await waiting;
      return { error: { code: 'EMAIL_PASSWORD_MISMATCH' } };
    });
    await show(openApp(), <SignIn />);
    await type('Email', 'mira@lumen.test');
    await type('Password', 'wrong');
    click('Sign in');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBe('true'),
    );
    click('Sign in');
    answer();
    await screen.findByText('Wrong email or password.');
    expect(api.seen('POST /auth/password/sign-in')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  it('shows other errors with their code', async () => {
    api.on('POST /auth/password/sign-in', () => ({
      error: { code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED', error: 'Not here.' },
    }));
    await show(openApp(), <SignIn />);
    await type('Email', 'mira@lumen.test');
    await type('Password', 'x');
    click('Sign in');
    const notice = await screen.findByText('Not here.');
    expect(notice.textContent).toContain('PASSWORD_AUTHENTICATION_NOT_ENABLED');
  });

  it('offers sign-up only when it is enabled, and says when nothing is', async () => {
    await show(openApp('memory', { sign_up_enabled: false, credential_enabled: false }), <SignIn />);
    await screen.findByText('No way to sign in is enabled yet.');
    expect(screen.queryByText('Sign up')).toBeNull();
  });

  it('tells who is signed in already', async () => {
    await show(signedInApp(), <SignIn />);
    await screen.findByText('You are signed in');
  });

  it('speaks German', async () => {
    await show(openApp(), <SignIn />, 'de-DE');
    await screen.findByRole('heading', { name: 'Bei Lumen anmelden' });
    expect(screen.getByLabelText('Passwort')).toBeDefined();
  });

  it('can be previewed without a session', async () => {
    const config = {
      signUpEnabled: true,
      credentialEnabled: true,
      passkeyEnabled: false,
      magicLinkEnabled: false,
      oauthProviders: [],
    };
    await show(openApp(), <SignIn mockProject={{ config }} />);
    expect(screen.getByLabelText('Email')).toBeDefined();
    expect(api.requests).toHaveLength(0);
  });
});

describe('the sign-up page', () => {
  it('checks the password and its repetition before it asks the server', async () => {
    await show(openApp(), <SignUp />);
    await type('Email', 'mira@lumen');
    await type('Password', 'short');
    await type('Repeat password', 'other');
    click('Create account');
    expect(screen.getByText('Please enter a valid email.')).toBeDefined();
    expect(screen.getByText('Use at least 8 characters.')).toBeDefined();
    expect(screen.getByText('The passwords do not match.')).toBeDefined();
    expect(api.seen('POST /auth/password/sign-up')).toHaveLength(0);
  });

  it('tells when the address has an account', async () => {
    api.on('POST /auth/password/sign-up', () => ({
      status: 409,
      error: { code: 'USER_EMAIL_ALREADY_EXISTS' },
    }));
    await show(openApp(), <SignUp noPasswordRepeat />);
    await type('Email', 'mira@lumen.test');
    await type('Password', 'correct horse');
    click('Create account');
    await screen.findByText('An account with this email already exists.');
    expect(api.seen('POST /auth/password/sign-up')[0]?.body).toMatchObject({
      verification_callback_url: 'http://localhost:3000/handler/email-verification',
    });
  });

  it('is closed when sign-up is', async () => {
    await show(openApp('memory', { sign_up_enabled: false }), <SignUp />);
    await screen.findByText('Sign-up is not available');
  });
});

describe('the handler', () => {
  const open = (path: string, app = openApp()) => {
    page.setURL(`http://localhost:3000${path}`);
    return show(app, <PorticoHandler app={app} location={window.location.pathname} fullPage />);
  };

  it('verifies an address after a click, and takes a used link for success', async () => {
    api.on('POST /contact-channels/verify', () => ({
      status: 409,
      error: { code: 'VERIFICATION_CODE_ALREADY_USED' },
    }));
    await open('/handler/email-verification?code=abc');
    expect(api.requests).toHaveLength(0);
    click('Verify');
    await screen.findByText('Your email is verified');
    expect(api.requests[0]?.body).toEqual({ code: 'abc' });
  });

  it.each([
    ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
    ['VERIFICATION_CODE_NOT_FOUND', 'This link is not valid'],
    ['VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', 'Something went wrong'],
  ])('shows %s as "%s"', async (code, title) => {
    api.on('POST /contact-channels/verify', () => ({ error: { code } }));
    await open('/handler/email-verification?code=abc');
    click('Verify');
    await screen.findByText(title);
  });

  it('signs out once', async () => {
    api.on('DELETE /auth/sessions/current', () => ({ json: { success: true } }));
    const app = openApp();
    await app.signInWithCredential({ email: 'a@b.co', password: 'x', noRedirect: true });
    await open('/handler/sign-out', app);
    await waitFor(() => expect(visited).toEqual(['/']));
    await screen.findByText('You are signed out', {}, { timeout: 5_000 });
    expect(api.seen('DELETE /auth/sessions/current')).toHaveLength(1);
  });

  it.each([
    ['?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=No&details=%7B%7D', 'The provider denied access'],
    ['?errorCode=SIGN_UP_NOT_ENABLED&message=Closed.', 'Closed.'],
    ['?errorCode=X&message=Y&details=%7B', 'Please try again.'],
    ['', 'Please try again.'],
  ])('the error page for %j says "%s"', async (query, text) => {
    await open(`/handler/error${query}`);
    await screen.findByText(text, { exact: false });
  });

  it('follows older links and says what it does not know', async () => {
    await open('/handler/signin?a=1');
    expect(visited).toEqual(['/handler/sign-in?a=1']);
    cleanup();
    await open('/handler/nothing');
    await screen.findByText('Page not found');
  });
});

describe('the user button', () => {
  it('opens with the keyboard, moves with arrows, and gives the focus back', async () => {
    const onClick = vi.fn();
    await show(
      signedInApp(),
      <UserButton showUserInfo extraItems={[{ text: 'Mine', icon: null, onClick }]} />,
    );
    const button = await screen.findByRole('button', { name: 'Account menu' });
    fireEvent.keyDown(button, { key: 'ArrowDown' });
    const items = screen.getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Account settings', 'Mine', 'Sign out']);
    expect(document.activeElement).toBe(items[0]);
    fireEvent.keyDown(items[0]!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(items[1]);
    fireEvent.keyDown(items[1]!, { key: 'End' });
    expect(document.activeElement).toBe(items[2]);
    fireEvent.keyDown(items[2]!, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Mine' }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('offers sign-in to nobody', async () => {
    await show(openApp(), <UserButton />);
    fireEvent.click(await screen.findByRole('button', { name: 'Account menu' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Sign in', 'Sign up']);
  });
});

describe('small things', () => {
  it('an avatar shows an image, two letters, or a figure', () => {
    const { container } = render(<UserAvatar user={{ displayName: 'mira' }} />);
    expect(container.textContent).toContain('MI');
    cleanup();
    expect(
      render(<UserAvatar user={{ profileImageUrl: 'https://x.test/i.png' }} />).container.querySelector('img')
        ?.src,
    ).toBe('https://x.test/i.png');
    cleanup();
    expect(render(<UserAvatar user={null} />).container.querySelector('svg')).not.toBeNull();
  });

  it('a message card offers at most two ways on, busy while they run', async () => {
    const primary = vi.fn(() => new Promise<void>(() => undefined));
    await show(
      openApp(),
      <MessageCard title="Hello" primaryButtonText="Go" primaryAction={primary} secondaryButtonText="No" />,
    );
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['No', 'Go']);
    await act(async () => void click('Go'));
    click('Go');
    expect(primary).toHaveBeenCalledOnce();
  });

  it('a theme becomes variables that cannot leave their tag', () => {
    const { container } = render(
      <PorticoTheme
        theme={{ light: { primary: 'rebeccapurple' }, dark: { primary: '</style><b>' }, radius: '2px' }}
        nonce="n"
      >
        <p />
      </PorticoTheme>,
    );
    const style = [...container.querySelectorAll('style')].map((tag) => tag.textContent).join('');
    expect(style).toContain('--portico-primary: rebeccapurple;');
    expect(style).toContain('--portico-radius: 2px;');
    expect(style).not.toContain('</style>');
  });
});

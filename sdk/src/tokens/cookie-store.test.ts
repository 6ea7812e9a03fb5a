// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCookieStore } from './cookie-store.ts';

const page = (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM;

const clear = (): void => {
  for (const pair of document.cookie.split('; ')) {
    for (const secure of ['', '; Secure'])
      document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0${secure}`;
  }
};

describe('the cookie store', () => {
  beforeEach(() => {
    page.setURL('http://localhost:3000/');
    clear();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('keeps a session across page loads', () => {
    createCookieStore({ projectId: 'p1' }).set({ refreshToken: 'r', accessToken: 'a' });
    expect(createCookieStore({ projectId: 'p1' }).get()).toEqual({ refreshToken: 'r', accessToken: 'a' });
    expect(createCookieStore({ projectId: 'p2' }).get()).toEqual({ refreshToken: null, accessToken: null });
  });

  it('notices within a poll what another tab does', async () => {
    const here = createCookieStore({ projectId: 'p1' });
    const there = createCookieStore({ projectId: 'p1' });
    here.set({ refreshToken: 'r', accessToken: 'a' });
    const heard = vi.fn();
    const stop = here.subscribe(heard);
    there.set({ refreshToken: null, accessToken: null });
    await vi.advanceTimersByTimeAsync(110);
    expect(heard).toHaveBeenCalledOnce();
    expect(here.get()).toEqual({ refreshToken: null, accessToken: null });
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps the access token in memory when the browser dropped its cookie', () => {
    const store = createCookieStore({ projectId: 'p1' });
    store.set({ refreshToken: 'r', accessToken: 'a' });
    document.cookie = 'stack-access=; Path=/; Max-Age=0';
    expect(store.get()).toEqual({ refreshToken: 'r', accessToken: 'a' });
  });

  it('marks cookies Secure over https', () => {
    page.setURL('https://app.test/');
    const set = vi.spyOn(document, 'cookie', 'set');
    createCookieStore({ projectId: 'p1' }).set({ refreshToken: 'r', accessToken: 'a' });
    const written = set.mock.calls.map(([text]) => text).filter((text) => !text.includes('Max-Age=0'));
    expect(written.length).toBeGreaterThan(2);
    for (const text of written) {
      expect(text).toContain('Path=/');
      expect(text).toContain('SameSite=Lax');
      expect(text).toContain('Secure');
      expect(text).not.toContain('Domain');
    }
    set.mockRestore();
  });
});

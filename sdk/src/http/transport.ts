/** What the fetch layer needs from the world; replaced in tests. */
export interface Transport {
  fetch(url: string, init: RequestInit): Promise<Response>;
  sleep(millis: number): Promise<void>;
  random(): number;
  isOnline(): boolean | undefined;
}

const maxTimerMillis = 2_147_483_647;

export const realTransport: Transport = {
  fetch: (url, init) => fetch(url, init),
  sleep: (millis) => new Promise((resolve) => setTimeout(resolve, Math.min(millis, maxTimerMillis))),
  random: () => Math.random(),
  isOnline: () => (typeof navigator === 'undefined' ? undefined : navigator.onLine),
};

/** Cloudflare Workers refuse the cache and credentials options. */
const isWorker = (): boolean => 'WebSocketPair' in globalThis;

export const uncached = (): RequestInit => (isWorker() ? {} : { cache: 'no-store', credentials: 'omit' });

type BeforeRequest = () => Promise<void>;
let beforeRequest: BeforeRequest | undefined;

/** The Next.js build touches the request's cookies here, so that the route counts as dynamic. */
export const setBeforeRequest = (hook: BeforeRequest): void => {
  beforeRequest = hook;
};

export const runBeforeRequest = async (): Promise<void> => {
  await beforeRequest?.();
};

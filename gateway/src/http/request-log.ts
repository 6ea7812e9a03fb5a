import type { Log } from '@portico/platform/log';
import { registry } from '@portico/platform/metrics';
import { Histogram } from 'prom-client';
import type { RoutedRequest } from './run-endpoint.ts';

const httpSeconds = new Histogram({
  name: 'portico_http_seconds',
  help: 'Duration of HTTP requests in seconds.',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

const SLOW_MILLIS = 12_000;

const mask = (value: string): string =>
  value.length > 8 ? `${value.slice(0, 4)}…${value.slice(-4)}` : value;

/** No id is longer than a UUID; what is may be a token that was put into the path. */
const LONGEST_ID = 36;

const maskedPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.length > LONGEST_ID ? mask(segment) : segment))
    .join('/');

/** Query values longer than 8 characters may be codes and tokens. */
export const maskedUrl = (url: string): string => {
  const [whole = '', query] = url.split('?', 2);
  const path = maskedPath(whole);
  if (query === undefined) return path;
  const pairs = query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? mask(pair) : `${pair.slice(0, at)}=${mask(pair.slice(at + 1))}`;
  });
  return `${path}?${pairs.join('&')}`;
};

/** Status is the real one, also where the caller wanted 200. */
export const logRequest = (
  log: Log,
  { req, exchange, endpoint, started_at }: RoutedRequest,
  status: number,
): void => {
  const millis = performance.now() - started_at;
  const { request_id } = exchange;
  const method = req.method ?? '';
  // The route's path, so that ids do not become labels.
  httpSeconds.observe({ route: endpoint.path, method, status }, millis / 1000);
  if (!log.isLevelEnabled('info')) return;
  const duration_millis = Math.round(millis * 10) / 10;
  log.info({ method, url: maskedUrl(req.url ?? ''), status, duration_millis, request_id }, 'request');
  if (millis > SLOW_MILLIS)
    log.warn({ method, route: endpoint.path, duration_millis, request_id }, 'request took very long');
};

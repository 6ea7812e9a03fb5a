// Asks the health port of the process in this container: the one it was given, else the one it takes by itself.
const ports = {
  gateway: 8200,
  web: 8201,
  identity: 9201,
  'teams-permissions': 9202,
  'api-keys': 9203,
  email: 9205,
  events: 9207,
};
const port = process.env.HTTP_PORT ?? ports[process.env.SERVICE];
const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(2500) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);

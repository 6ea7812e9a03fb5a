/** Header names of the wire. */
export const headers = {
  overrideErrorStatus: 'x-stack-override-error-status',
  projectId: 'x-stack-project-id',
  accessType: 'x-stack-access-type',
  clientVersion: 'x-stack-client-version',
  accessToken: 'x-stack-access-token',
  refreshToken: 'x-stack-refresh-token',
  allowAnonymousUser: 'x-stack-allow-anonymous-user',
  publishableClientKey: 'x-stack-publishable-client-key',
  secretServerKey: 'x-stack-secret-server-key',
  superSecretAdminKey: 'x-stack-super-secret-admin-key',
  adminAccessToken: 'x-stack-admin-access-token',
  randomNonce: 'x-stack-random-nonce',
  actualStatus: 'x-stack-actual-status',
  knownError: 'x-stack-known-error',
  requestId: 'x-stack-request-id',
  skipTunnelWarning: 'ngrok-skip-browser-warning',
  /** Carries both tokens between two servers of a developer. */
  tokens: 'x-stack-auth',
} as const;

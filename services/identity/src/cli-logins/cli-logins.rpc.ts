import type { Rpcs } from '@portico/platform/grpc/unary';
import type { CliLoginsServiceDefinition } from '@portico/proto/identity/v1/cli_logins';
import type { IdentityDeps } from '../deps.ts';
import { completeCliLogin } from './complete-cli-login.ts';
import { pollCliLogin } from './poll-cli-login.ts';
import { startCliLogin } from './start-cli-login.ts';

export const cliLoginsRpcs = (deps: IdentityDeps): Rpcs<typeof CliLoginsServiceDefinition> => ({
  startCliLogin: startCliLogin(deps),
  pollCliLogin: pollCliLogin(deps),
  completeCliLogin: completeCliLogin(deps),
});

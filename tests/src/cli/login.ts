/** The steps of a CLI login. */
import { ok, type Answer } from '../client.ts';
import type { Caller } from '../project.ts';

export interface Login {
  readonly polling_code: string;
  readonly login_code: string;
  readonly expires_at: string;
}

export const startLogin = async (caller: Caller, json?: object): Promise<Login> =>
  ok(await caller.post('/auth/cli', json)) as unknown as Login;

export const pollLogin = (caller: Caller, polling_code: string): Promise<Answer> =>
  caller.post('/auth/cli/poll', { polling_code });

export const completeLogin = (caller: Caller, login_code: string, refresh_token: string): Promise<Answer> =>
  caller.post('/auth/cli/complete', { login_code, refresh_token });

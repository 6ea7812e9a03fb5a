import type { KnownError } from '@portico/platform/errors';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { AccessType } from '@portico/platform/call';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { GatewayContext } from '../context.ts';
import { createEndpoints } from './endpoint.ts';
import { object, text } from './fields.ts';
import { route } from './route.ts';
import { firstFitting, mergeRefusals } from './overloads.ts';

const insufficient = (actual: 'client' | 'server', ...allowed: ('client' | 'server' | 'admin')[]) =>
  knownErrors.INSUFFICIENT_ACCESS_TYPE({ actual_access_type: actual, allowed_access_types: allowed });
const schemaError = (message: string) => knownErrors.SCHEMA_ERROR({ message });

describe('refusals of several request shapes', () => {
  it('become one when they are identical', () => {
    expect(mergeRefusals([schemaError('a'), schemaError('a')])).toMatchObject({ code: 'SCHEMA_ERROR' });
  });

  it('unite the access types that would do', () => {
    const merged = mergeRefusals([insufficient('client', 'server'), insufficient('client', 'admin')]);
    expect((merged as KnownError).details).toEqual({
      actual_access_type: 'client',
      allowed_access_types: ['server', 'admin'],
    });
  });

  it('stay apart when they were asked with different access types', () => {
    const merged = mergeRefusals([insufficient('client', 'server'), insufficient('server', 'admin')]);
    expect(merged).toMatchObject({ code: 'ALL_OVERLOADS_FAILED' });
  });

  it('hide a weak access type behind any other problem', () => {
    const merged = mergeRefusals([
      insufficient('server', 'client'),
      schemaError('a'),
      insufficient('server', 'admin'),
    ]);
    expect(merged).toMatchObject({ code: 'SCHEMA_ERROR' });
  });

  it('are listed when several stay', () => {
    const merged = mergeRefusals([
      schemaError('a'),
      statusError(403, 'no'),
      knownErrors.USER_NOT_FOUND(),
      schemaError('a'),
    ]) as KnownError;
    expect(merged.code).toBe('ALL_OVERLOADS_FAILED');
    expect(merged.details).toStrictEqual({
      overload_errors: [
        { code: 'SCHEMA_ERROR', details: { message: 'a' }, error: expect.any(String) as string },
        { status_code: 403, message: 'no', headers: {} },
        { code: 'USER_NOT_FOUND', error: expect.any(String) as string },
      ],
    });
  });

  it('are forgotten when a later shape fits', () => {
    const first = () => {
      throw schemaError('a');
    };
    expect(firstFitting([first, () => 'second', () => 'third'])).toBe('second');
  });
});

describe('routes of one method and path', () => {
  const shape = (name: string, access: 'client' | 'server') =>
    route({
      method: 'POST',
      path: '/things',
      access,
      summary: name,
      request: { body: object({ [name]: text() }) },
      response: 'text',
      handler: () => name,
    });
  const [endpoint, ...others] = createEndpoints([shape('user_id', 'client'), shape('team_id', 'server')]);

  const run = async (access_type: AccessType, body: object): Promise<unknown> => {
    const raw = { method: 'POST', path: '/api/v1/things', params: {}, query: {}, body, headers: {} };
    const call = { request_id: 'x', project_id: 'internal', branch_id: 'main', access_type };
    const rest = { user: undefined, context: {} as GatewayContext, req: {} as IncomingMessage, address: '' };
    return (await endpoint!.run({ raw, call, ...rest })).body;
  };

  it('are one endpoint that runs the first shape that fits', async () => {
    expect(others).toEqual([]);
    expect(await run('client', { user_id: 'a' })).toBe('user_id');
    expect(await run('server', { team_id: 'a' })).toBe('team_id');
  });

  it('report the merged refusals when none fits', async () => {
    await expect(run('client', { team_id: 'a' })).rejects.toMatchObject({ code: 'SCHEMA_ERROR' });
    await expect(run('server', {})).rejects.toMatchObject({ code: 'ALL_OVERLOADS_FAILED' });
  });
});

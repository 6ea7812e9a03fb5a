import { KnownError } from '@portico/platform/errors';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { list, number, object, text, userIdOrMe, uuid } from './fields.ts';
import { route, type RequestSchemas } from './route.ts';
import { handlerPath, url } from './url.ts';
import { createValidator, type Caller } from './validate.ts';

const USER = '0b6d3c52-8f1e-4d7c-a0b5-4f4e5a9e6d21';
const SERVER: Caller = { access_type: 'server', user_id: undefined };

const validator = (request: RequestSchemas, more: object = {}) =>
  createValidator(
    route({
      method: 'POST',
      path: '/things',
      access: 'client',
      summary: '',
      response: 'text',
      request,
      handler: () => '',
      ...more,
    }),
  );

interface Given {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

const judge = (schemas: RequestSchemas, given: Given, caller: Caller = SERVER) =>
  validator(schemas)(
    { method: 'POST', path: '/api/v1/things', params: {}, query: {}, body: undefined, headers: {}, ...given },
    caller,
  );

const refusal = (run: () => unknown): KnownError => {
  try {
    run();
  } catch (error) {
    if (error instanceof KnownError) return error;
    throw error;
  }
  throw new Error('expected a refusal');
};

const messageOf = (schemas: RequestSchemas, given: Given) =>
  String(refusal(() => judge(schemas, given)).details?.message);
const bodyReasons = (body: z.ZodType, value: unknown) =>
  messageOf({ body }, { body: value }).split('\n').slice(1);

describe('the text of a schema error', () => {
  it('names method and path, then one reason a line', () => {
    expect(messageOf({ body: object({ a: text(), b: number() }) }, { body: { b: 'x' } })).toBe(
      'Request validation failed on POST /api/v1/things:\n' +
        '  - body.a must be defined\n' +
        '  - body.b must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).',
    );
  });

  it('reports parts and fields in the order of their declaration, depth first', () => {
    const schemas = {
      params: object({ id: uuid() }),
      query: object({ limit: number().optional() }),
      body: object({ first: object({ inner: text() }), second: text() }),
      headers: z.object({ token: text() }),
    };
    const message = messageOf(schemas, {
      params: { id: 'x' },
      query: { limit: 'abc' },
      body: { first: {}, second: null },
    });
    expect(message.match(/- (\S+)/g)).toEqual([
      '- params.id',
      '- query.limit',
      '- body.first.inner',
      '- body.second',
      '- headers.token',
    ]);
  });

  it('puts one reason for unknown keys after the reasons of the fields of their object', () => {
    const schema = object({ a: text(), nested: object({ b: text() }) });
    expect(bodyReasons(schema, { x: 1, nested: { y: 1, z: 2 }, w: 1 })).toEqual([
      '  - body.a must be defined',
      '  - body.nested.b must be defined',
      '  - body.nested contains unknown properties: y, z',
      '  - body contains unknown properties: x, w',
    ]);
  });

  it('writes array indexes in brackets', () => {
    const schema = object({ domains: list(object({ handler_path: handlerPath() })) });
    expect(bodyReasons(schema, { domains: [{ handler_path: '/' }, {}] })).toEqual([
      '  - body.domains[1].handler_path must be defined',
    ]);
  });

  it('tells missing, null and wrong type apart', () => {
    const schema = object({ a: text(), b: text(), c: text() });
    expect(bodyReasons(schema, { b: null, c: {} })).toEqual([
      '  - body.a must be defined',
      '  - body.b cannot be null',
      '  - body.c must be a `string` type, but the final value was: `{…}`.',
    ]);
  });

  it('says so when the body is missing or no object', () => {
    expect(bodyReasons(object({}), undefined)).toEqual(['  - body must be defined']);
    expect(bodyReasons(object({}), 'text')).toEqual([
      '  - body must be a `object` type, but the final value was: `"text"`.',
    ]);
    expect(bodyReasons(object({}), [])).toEqual([
      '  - body must be a `object` type, but the final value was: `[…]`.',
    ]);
  });

  it('reports every broken rule of one field', () => {
    expect(bodyReasons(object({ url: url() }), { url: 'not a url' })).toEqual([
      '  - body.url must not contain spaces',
      '  - body.url must be a valid URL',
    ]);
  });

  it('nests the reasons of a union', () => {
    const schema = object({ either: z.union([object({ a: text() }), object({ b: text() })]) });
    expect(bodyReasons(schema, { either: {} })).toEqual([
      '  - body.either is not matched by any of the provided schemas:',
      '      Schema 0:',
      '        body.either.a must be defined',
      '      Schema 1:',
      '        body.either.b must be defined',
    ]);
  });

  it('never repeats long values, which may be secrets in the wrong place', () => {
    const [reason] = bodyReasons(object({ n: number() }), { n: 'sk_live_0123456789abcdef' });
    expect(reason).not.toContain('sk_live');
  });
});

describe('the current user', () => {
  const schemas = { query: object({ user_id: userIdOrMe() }) };

  it('stands in for `me`', () => {
    const valid = judge(schemas, { query: { user_id: 'me' } }, { access_type: 'client', user_id: USER });
    expect(valid.query).toEqual({ user_id: USER });
  });

  it('stands in for `me` in the path and in the body as well, and only on fields of users', () => {
    const everywhere = {
      params: object({ user_id: userIdOrMe() }),
      body: object({ user_id: userIdOrMe().optional(), name: text() }),
    };
    const given = { params: { user_id: 'me' }, body: { user_id: 'me', name: 'me' } };
    const valid = judge(everywhere, given, { access_type: 'admin', user_id: USER });
    expect([valid.params, valid.body]).toEqual([{ user_id: USER }, { user_id: USER, name: 'me' }]);
  });

  it('is missed before anything else, even without an access type', () => {
    const nobody: Caller = { access_type: undefined, user_id: undefined };
    expect(refusal(() => judge(schemas, { query: { user_id: 'me', extra: '1' } }, nobody)).code).toBe(
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
  });

  it('is no answer for plain uuid fields', () => {
    const team = { query: object({ team_id: uuid() }) };
    expect(
      refusal(() => judge(team, { query: { team_id: 'me' } }, { access_type: 'client', user_id: USER })).code,
    ).toBe('SCHEMA_ERROR');
  });

  it('may be demanded by the schema', () => {
    const validate = validator({ body: object({ a: text() }) }, { user: 'schema' });
    const raw = { method: 'POST', path: '/x', params: {}, query: {}, body: {}, headers: {} };
    expect(
      String(refusal(() => validate(raw, SERVER)).details?.message)
        .split('\n')
        .slice(1),
    ).toEqual(['  - auth.user must be defined', '  - body.a must be defined']);
  });
});

describe('access types', () => {
  const raw = { method: 'POST', path: '/x', params: {}, query: {}, body: {}, headers: {} };

  it('are required before the schema is looked at', () => {
    const validate = validator({ body: object({ a: text() }) });
    expect(refusal(() => validate(raw, { access_type: undefined, user_id: undefined })).code).toBe(
      'ACCESS_TYPE_REQUIRED',
    );
  });

  it('are listed from the weakest that would do', () => {
    const validate = validator({ body: object({ a: text() }) }, { access: 'server' });
    const error = refusal(() => validate(raw, { access_type: 'client', user_id: USER }));
    expect([error.code, error.details]).toEqual([
      'INSUFFICIENT_ACCESS_TYPE',
      { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
    ]);
  });

  it('decide which fields exist', () => {
    const body = {
      client: object({ a: text().optional() }),
      server: object({ a: text().optional(), b: text().optional() }),
    };
    for (const access_type of ['server', 'admin'] as const)
      expect(judge({ body }, { body: { b: 'x' } }, { access_type, user_id: undefined }).body).toEqual({
        b: 'x',
      });
    const client: Caller = { access_type: 'client', user_id: USER };
    expect(refusal(() => judge({ body }, { body: { b: 'x' } }, client)).code).toBe('SCHEMA_ERROR');
  });
});

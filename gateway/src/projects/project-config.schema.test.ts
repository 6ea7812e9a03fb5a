import { expect, it } from 'vitest';
import type { z } from 'zod';
import { reasons } from '../http/reasons.ts';
import { projectConfigInput } from './project-config.schema.ts';

const reasonsOf = (config: object): string[] => {
  const issues: z.core.$ZodIssue[] =
    projectConfigInput.safeParse(config, { reportInput: true }).error?.issues ?? [];
  return reasons('config', issues);
};

it('a provider is one of twelve types, shared or with credentials of its own', () => {
  expect(reasonsOf({ oauth_providers: [{ id: 'myspace', type: 'own' }] })).toEqual([
    'config.oauth_providers[0].id must be one of the following values: google, github, microsoft, spotify, ' +
      'facebook, discord, gitlab, bitbucket, linkedin, apple, x, twitch',
    'config.oauth_providers[0].type must be one of the following values: shared, standard',
  ]);
  expect(reasonsOf({ oauth_providers: [{ id: 'x', type: 'shared' }] })).toEqual([]);
  const own = { id: 'x', type: 'standard', client_id: 'a', client_secret: 'b' };
  expect(reasonsOf({ oauth_providers: [own] })).toEqual([]);
  for (const name of ['client_id', 'client_secret'])
    for (const value of [undefined, ''])
      expect(reasonsOf({ oauth_providers: [{ ...own, [name]: value }] })).toEqual([
        `config.oauth_providers[0].${name} is a required field`,
      ]);
});

it('accounts of one address are merged in one of three ways', () => {
  expect(reasonsOf({ oauth_account_merge_strategy: 'guess' })).toEqual([
    'config.oauth_account_merge_strategy must be one of the following values: ' +
      'link_method, raise_error, allow_duplicates',
  ]);
});

const server = {
  type: 'standard',
  host: 'mail.example.com',
  port: 587,
  username: 'u',
  password: 'p',
  sender_name: 'n',
  sender_email: 'n@example.com',
};

it('a mail server is shared or has every field', () => {
  expect(reasonsOf({ email_config: { type: 'shared' } })).toEqual([]);
  expect(reasonsOf({ email_config: server })).toEqual([]);
  expect(reasonsOf({ email_config: { ...server, type: 'other' } })).toEqual([
    'config.email_config.type must be one of the following values: shared, standard',
  ]);
  for (const name of Object.keys(server).filter((key) => key !== 'type')) {
    const missing = { ...server, [name]: undefined };
    expect(reasonsOf({ email_config: missing })).toEqual([`config.email_config.${name} is a required field`]);
    const [empty] = reasonsOf({ email_config: { ...server, [name]: '' } });
    expect(empty).toMatch(new RegExp(`^config\\.email_config\\.${name} `));
  }
});

it('the port of a mail server is a whole number from 0 to 65535, its password has at most 256 characters', () => {
  for (const port of [0, 65_535, '25']) expect(reasonsOf({ email_config: { ...server, port } })).toEqual([]);
  for (const port of [-1, 65_536, 25.5, 'smtp'])
    expect(reasonsOf({ email_config: { ...server, port } })).toEqual([
      expect.stringMatching(/^config\.email_config\.port must be/),
    ]);
  const withPassword = (length: number) =>
    reasonsOf({ email_config: { ...server, password: 'x'.repeat(length) } });
  expect(withPassword(256)).toEqual([]);
  expect(withPassword(257)).toEqual(['config.email_config.password must be at most 256 characters']);
});

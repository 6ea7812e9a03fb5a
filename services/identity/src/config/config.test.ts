import { isPlainObject, type ConfigObject } from './config-node.ts';
import { describe, expect, it } from 'vitest';
import { getRecord } from './config-path.ts';
import { mergeOverride } from './merge-override.ts';
import { parseOverride } from './override-config.ts';
import { renderConfig } from './render-config.ts';
import { initialConfig } from '../projects/initial-config.ts';
import { migrateLegacyKeys } from './legacy-keys.ts';
import { toSettings } from './settings.ts';

const LIGHT = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac';
const DARK = 'a0172b5d-cff0-463b-83bb-85124697373a';
const VERIFICATION = 'e7d009ce-8d47-4528-b245-5bf119f2ffa3';

const parse = (override: unknown) => parseOverride(JSON.stringify(override));
const render = (override: ConfigObject, section: string) => getRecord(renderConfig(override), section);

describe('the rendered configuration of a fresh project', () => {
  const fresh = renderConfig(initialConfig());

  it('has exactly the sections and defaults of the contract', () => {
    const off = { enabled: false };
    const on = { enabled: true };
    const { rbac, emails, ...rest } = fresh;
    expect(rest).toStrictEqual({
      sourceOfTruth: { type: 'hosted' },
      apiKeys: { enabled: { team: false, user: false } },
      apps: {
        installed: {
          authentication: on, teams: off, rbac: off, 'api-keys': on, payments: off, emails: on, 'email-api': off,
          'data-vault': off, workflows: off, webhooks: off, 'tv-mode': off, 'launch-checklist': off, catalyst: off,
          neon: off, convex: off, vercel: off,
        },
      },
      teams: { createPersonalTeamOnSignUp: false, allowClientTeamCreation: false },
      users: { allowClientUserDeletion: false },
      domains: { allowLocalhost: true, trustedDomains: {} },
      auth: {
        allowSignUp: true,
        password: { allowSignIn: true },
        otp: { allowSignIn: false },
        passkey: { allowSignIn: false },
        oauth: { accountMergeStrategy: 'link_method', providers: {} },
      },
      payments: { testMode: true, catalogs: {}, products: {}, items: {} },
      dataVault: { stores: {} },
      workflows: { availableWorkflows: {} },
    }); // prettier-ignore
    expect(rbac).toMatchObject({
      permissions: {
        team_member: {
          scope: 'team',
          containedPermissionIds: { $read_members: true, $invite_members: true },
        },
        team_admin: { scope: 'team' },
      },
      defaultPermissions: {
        teamCreator: { team_admin: true },
        teamMember: { team_member: true },
        signUp: {},
      },
    });
    expect(emails).toMatchObject({ server: { isShared: true, provider: 'smtp' }, selectedThemeId: LIGHT });
  });

  it('has the two themes and five templates, by id and name', () => {
    const names = (section: string) =>
      Object.entries(getRecord(fresh, section)).map(([id, entry]) => [
        id,
        isPlainObject(entry) && entry.displayName,
      ]);
    expect(names('emails.themes')).toEqual([
      [LIGHT, 'Default Light'],
      [DARK, 'Default Dark'],
    ]);
    expect(names('emails.templates')).toEqual([
      [VERIFICATION, 'Email Verification'],
      ['a70fb3a4-56c1-4e42-af25-49d25603abd0', 'Password Reset'],
      ['822687fe-8d0a-4467-a0d1-416b6e639478', 'Magic Link/OTP'],
      ['e84de395-2076-4831-9c19-8e9a96a868e4', 'Team Invitation'],
      ['066dd73c-36da-4fd0-b6d6-ebf87683f8bc', 'Sign In Invitation'],
    ]);
  });
});

describe('rendering', () => {
  it('lets deeper keys win over a stored object, whatever the order', () => {
    const expected = { allowSignIn: true };
    for (const override of [
      { 'auth.otp.allowSignIn': true, auth: { otp: { allowSignIn: false } } },
      { auth: { otp: { allowSignIn: false } }, 'auth.otp.allowSignIn': true },
    ]) {
      expect(render(override, 'auth.otp')).toEqual(expected);
    }
  });

  it('fills the defaults of entries', () => {
    const override = {
      'auth.oauth.providers.github': { type: 'github' },
      'payments.items.seats': {},
      'payments.products.pro': { prices: { monthly: { USD: '9' } }, isAddOnTo: { free: false } },
      'domains.trustedDomains.main': { baseUrl: 'https://a.com' },
    };
    expect(render(override, 'auth.oauth.providers.github')).toEqual({
      type: 'github', allowSignIn: false, allowConnectedAccounts: false, isShared: true,
    }); // prettier-ignore
    expect(render(override, 'payments.items.seats')).toEqual({ displayName: 'seats', customerType: 'user' });
    expect(render(override, 'payments.products.pro')).toEqual({
      displayName: 'pro', customerType: 'user', isAddOnTo: { free: true }, serverOnly: false,
      prices: { monthly: { USD: '9', serverOnly: false } }, includedItems: {},
    }); // prettier-ignore
    expect(render(override, 'domains.trustedDomains.main')).toEqual({
      baseUrl: 'https://a.com',
      handlerPath: '/handler',
    });
  });

  it('ignores a dot-path below an entry that does not exist', () => {
    expect(render({ 'rbac.permissions.ghost.description': 'x' }, 'rbac.permissions')).toEqual({});
    expect(render({ 'rbac.permissions': { 'ghost.description': 'x' } }, 'rbac.permissions')).toEqual({});
    expect(render({ 'payments.autoPay.interval': [1, 'day'] }, 'payments')).not.toHaveProperty('autoPay');
  });

  it('expands a dotted key below an entry of the same object', () => {
    const override = { 'rbac.permissions': { 'a.description': 'text', a: { scope: 'team' } } };
    expect(render(override, 'rbac.permissions.a')).toEqual({
      scope: 'team',
      description: 'text',
      containedPermissionIds: {},
    });
  });

  it('takes null for "use the default", and for "no such entry"', () => {
    expect(render({ 'auth.allowSignUp': null }, 'auth')).toMatchObject({ allowSignUp: true });
    expect(render({ 'auth.oauth': null }, 'auth.oauth')).toEqual({
      accountMergeStrategy: 'link_method',
      providers: {},
    });
    expect(render({ 'auth.oauth.providers.github': null }, 'auth.oauth.providers')).toEqual({});
  });

  it('honours null for an entry that was stored inside an object', () => {
    const override = {
      'auth.oauth.providers': { github: { type: 'github' }, google: { type: 'google' } },
      'auth.oauth.providers.github': null,
    };
    expect(Object.keys(render(override, 'auth.oauth.providers'))).toEqual(['google']);
  });

  it('resets a built-in template but never removes it, and prefers the custom version', () => {
    const path = `emails.templates.${VERIFICATION}`;
    const custom = { [`${path}.tsxSource`]: 'mine' };
    expect(render(custom, path)).toMatchObject({ displayName: 'Email Verification', tsxSource: 'mine' });
    expect(render({ [path]: null }, path)).toMatchObject({ displayName: 'Email Verification' });
    expect(Object.keys(render({ 'emails.templates': {} }, 'emails.templates'))).toHaveLength(5);
    expect(Object.keys(render({ emails: { server: { isShared: true } } }, 'emails.themes'))).toEqual([
      LIGHT,
      DARK,
    ]);
    expect(render({ emails: { server: {} }, ...custom }, path)).toMatchObject({ tsxSource: 'mine' });
  });

  it('falls back to the light theme when the selected one is unknown', () => {
    expect(render({ 'emails.selectedThemeId': 'nope' }, 'emails')).toMatchObject({ selectedThemeId: LIGHT });
    expect(render({ 'emails.selectedThemeId': DARK }, 'emails')).toMatchObject({ selectedThemeId: DARK });
  });

  it('shows keys of our own only while they are set', () => {
    expect(render({}, 'auth')).not.toHaveProperty('anonymous');
    expect(render({ 'auth.anonymous.allowSignUp': false }, 'auth.anonymous')).toEqual({ allowSignUp: false });
    expect(render({ 'auth.anonymous.allowSignUp': null }, 'auth')).not.toHaveProperty('anonymous');
    expect(toSettings(renderConfig({})).allow_anonymous_sign_up).toBe(true);
    expect(toSettings(renderConfig({ 'auth.anonymous.allowSignUp': false })).allow_anonymous_sign_up).toBe(
      false,
    );
  });

  it('keeps entries named like properties of every object', () => {
    const override = { 'rbac.permissions.constructor': { scope: 'team' } };
    expect(render(override, 'rbac.permissions.constructor')).toMatchObject({ scope: 'team' });
  });
});

describe('writing an override', () => {
  it('replaces what is stored under the key and below it, without merging', () => {
    const stored = {
      emails: { server: { isShared: true } },
      'emails.server.host': 'a',
      'emails.selectedThemeId': DARK,
      'auth.allowSignUp': false,
    };
    expect(mergeOverride(stored, { 'emails.server': { host: 'b' } })).toEqual({
      emails: { server: { isShared: true } }, 'emails.selectedThemeId': DARK, 'auth.allowSignUp': false, 'emails.server': { host: 'b' },
    }); // prettier-ignore
    expect(mergeOverride(stored, { emails: {} })).toEqual({ emails: {}, 'auth.allowSignUp': false });
    expect(mergeOverride({ a: { b: 1 } }, { 'a.b': 2 })).toEqual({ a: { b: 1 }, 'a.b': 2 });
  });

  const refused: Record<string, unknown> = {
    'what is no object': [],
    'a bare null': null,
    'a string': 'x',
    'an empty key': { '': 1 },
    'a key with a space': { 'a b': 1 },
    'a key that ends in a dot': { 'auth.': 1 },
    'a key that starts with a hyphen': { 'rbac.permissions': { '-a': {} } },
    'a prototype key': JSON.parse('{"rbac.permissions":{"__proto__":{"scope":"team"}}}'),
    'null inside an array': { 'payments.autoPay': { interval: [null, 'day'] } },
    'a path that does not exist': { 'auth.nothing.here': true },
    'a path below a value': { 'auth.allowSignUp.deeper': true },
    'a path into sourceOfTruth': { 'sourceOfTruth.type': 'hosted' },
    'an invalid key as a segment of a path': { 'rbac.permissions.Upper': {} },
    'a domain id as a segment that is too long': { [`domains.trustedDomains.${'a'.repeat(64)}`]: {} },
    'a number where a boolean belongs': { 'auth.allowSignUp': 1 },
    'a text where a number belongs': { 'emails.server.port': '587' },
    'a text where an object belongs': { auth: 'x' },
    'an array where an object belongs': { 'auth.oauth': [] },
    'an unknown property of a typed object': {
      'auth.oauth.providers.github': { type: 'github', colour: 'red' },
    },
    'a dotted key inside a typed object': { auth: { 'password.allowSignIn': true } },
    'a value outside the enumeration': { 'auth.oauth.accountMergeStrategy': 'maybe' },
    'a theme id that is no UUID': { 'emails.themes': { mine: {} } },
    'a template id that is no UUID, in a path': { 'emails.templates.mine': {} },
    'a product id with a space': { 'payments.products': { 'a-b-c!': {} } },
    'money with too many decimals': { 'payments.products.p': { prices: { m: { USD: '1.234' } } } },
    'yen with decimals': { 'payments.products.p': { prices: { m: { JPY: '1.5' } } } },
    'money as a number': { 'payments.products.p': { prices: { m: { USD: 5 } } } },
    'money with leading zeros': { 'payments.products.p': { prices: { m: { USD: '05' } } } },
    'a negative interval': { 'payments.products.p': { freeTrial: [-1, 'day'] } },
    'an interval in hours': { 'payments.products.p': { freeTrial: [1, 'hour'] } },
    'an app that does not exist': { 'apps.installed.tetris.enabled': true },
  };
  for (const [name, override] of Object.entries(refused)) {
    it(`refuses ${name} with a text 400`, () => {
      expect(() => parse(override)).toThrow(expect.objectContaining({ name: 'StatusError', status: 400 }));
    });
  }

  it('refuses what is not JSON, and what is nested without end', () => {
    const status400 = expect.objectContaining({ name: 'StatusError', status: 400 });
    expect(() => parseOverride('{')).toThrow(status400);
    const deep = `{"auth":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`;
    expect(() => parseOverride(deep)).toThrow(status400);
  });

  it('names the key and the first prefix that does not exist', () => {
    expect(() => parse({ 'auth.nothing.here': true })).toThrow(/auth\.nothing\.here.*"auth\.nothing"/);
  });

  const stored: Record<string, ConfigObject> = {
    'null anywhere': { auth: null, 'rbac.permissions.a': { scope: null } },
    'an empty host': { 'emails.server': { isShared: false, host: '' } },
    'a port out of range': { 'emails.server.port': 99_999 },
    'a handler path without a slash': { 'domains.trustedDomains.a': { baseUrl: 'nope', handlerPath: 'x' } },
    'false where only true means something': { 'rbac.defaultPermissions.signUp': { a: false } },
    'an invalid key inside an object': { 'rbac.permissions': { Upper: { scope: 'team' } } },
    'a template without a theme': { [`emails.templates.${VERIFICATION}.themeId`]: false },
    'a product included by default': {
      'payments.products.p': { prices: 'include-by-default', catalogId: 'c' },
    },
    'a product with prices': {
      'payments.products.p': { prices: { m: { USD: '0.50', interval: [1, 'month'] } } },
    },
    'repeat never': { 'payments.products.p': { includedItems: { i: { quantity: 1, repeat: 'never' } } } },
    'provider keys with a dollar sign': { 'auth.oauth.providers.$mine': { type: 'github' } },
  };
  for (const [name, override] of Object.entries(stored)) {
    it(`stores ${name}`, () => expect(parse(override)).toEqual(override));
  }
});

describe('keys of earlier clients', () => {
  it('are renamed wherever they stand', () => {
    const old = {
      'emails.theme': DARK,
      'payments.offers.pro': { groupId: 'plans', displayName: 'Pro' },
      payments: {
        groups: { plans: {} },
        items: { seats: { default: { quantity: 1 }, customerType: 'team' } },
      },
      'payments.offers.pro.groupId': 'other',
      'domains.trustedDomains': [{ baseUrl: 'https://a.com' }, { baseUrl: 'https://b.com' }],
    };
    expect(migrateLegacyKeys(old as ConfigObject)).toEqual({
      'emails.selectedThemeId': DARK,
      'payments.products.pro': { catalogId: 'plans', displayName: 'Pro' },
      payments: { catalogs: { plans: {} }, items: { seats: { customerType: 'team' } } },
      'payments.products.pro.catalogId': 'other',
      'domains.trustedDomains': { '0': { baseUrl: 'https://a.com' }, '1': { baseUrl: 'https://b.com' } },
    });
  });

  it('are dropped when nothing took their place', () => {
    const old = {
      sourceOfTruth: { type: 'hosted' },
      'emails.themeList': {},
      emails: { templateList: {} },
      'payments.stripeAccountId': 'acct',
      payments: { stripeAccountSetupComplete: true },
      'payments.items.a.default': {},
    };
    expect(migrateLegacyKeys(old as ConfigObject)).toEqual({ emails: {}, payments: {} });
  });
});

import { describe, expect, it } from 'vitest';
import { parseOverride } from './override-config.ts';

const accepts = (override: object): boolean => {
  try {
    parseOverride(JSON.stringify(override));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: 'StatusError', status: 400 });
    return false;
  }
};
const product = (fields: object) => accepts({ 'payments.products.p': fields });
const price = (fields: object) => product({ prices: { m: fields } });
const included = (fields: object) => product({ includedItems: { i: fields } });

describe('an amount of money', () => {
  it.each(['USD', 'EUR', 'GBP', 'INR', 'AUD', 'CAD'])('of %s has at most two decimals', (currency) => {
    for (const amount of ['0', '5', '0.5', '12.34']) expect(price({ [currency]: amount }), amount).toBe(true);
    for (const amount of ['1.234', '00.5', '05', '-1', '+1', '1.', '.5', '1e2', ' 1', '', 5])
      expect(price({ [currency]: amount }), String(amount)).toBe(false);
  });

  it('of JPY has none', () => {
    expect(price({ JPY: '500' })).toBe(true);
    expect(price({ JPY: '5.0' })).toBe(false);
  });

  it('of another currency is not known', () => expect(price({ CHF: '5' })).toBe(false));
});

describe('an interval', () => {
  const places = {
    'of a price': (interval: unknown) => price({ USD: '1', interval }),
    'of a trial of a price': (freeTrial: unknown) => price({ USD: '1', freeTrial }),
    'of a trial': (freeTrial: unknown) => product({ freeTrial }),
    'of an included item': (repeat: unknown) => included({ quantity: 1, repeat }),
  };
  it.each(Object.entries(places))('%s is a whole number of days, weeks, months or years', (_place, take) => {
    for (const unit of ['day', 'week', 'month', 'year']) expect(take([1, unit]), unit).toBe(true);
    expect(take([0, 'day'])).toBe(true);
    for (const unit of ['millisecond', 'second', 'minute', 'hour', 'days', 1])
      expect(take([1, unit]), String(unit)).toBe(false);
    for (const bad of [[-1, 'day'], [1.5, 'day'], ['1', 'day'], [1], [1, 'day', 'day'], [], 'day', {}])
      expect(take(bad), JSON.stringify(bad)).toBe(false);
  });

  it('of an included item may be "never", others may not', () => {
    expect(included({ quantity: 1, repeat: 'never' })).toBe(true);
    expect(product({ freeTrial: 'never' })).toBe(false);
  });
});

it('an included item expires in one of three ways', () => {
  for (const expires of ['never', 'when-purchase-expires', 'when-repeated'])
    expect(included({ expires }), expires).toBe(true);
  expect(included({ expires: 'sometimes' })).toBe(false);
});

it('a customer is a user, a team or something of the project’s own', () => {
  for (const customerType of ['user', 'team', 'custom'])
    for (const kind of ['products', 'items'])
      expect(accepts({ [`payments.${kind}.p`]: { customerType } }), `${kind} ${customerType}`).toBe(true);
  for (const kind of ['products', 'items'])
    expect(accepts({ [`payments.${kind}.p`]: { customerType: 'org' } }), kind).toBe(false);
});

describe('an id of the project’s own', () => {
  const places = {
    'of a product': (id: string) => ({ 'payments.products': { [id]: {} } }),
    'of an item': (id: string) => ({ 'payments.items': { [id]: {} } }),
    'of a catalog': (id: string) => ({ 'payments.catalogs': { [id]: {} } }),
    'of a price': (id: string) => ({ 'payments.products.p': { prices: { [id]: { USD: '1' } } } }),
    'of a vault store': (id: string) => ({ [`dataVault.stores.${id}`]: {} }),
    'of a trusted domain': (id: string) => ({ [`domains.trustedDomains.${id}`]: {} }),
    'of a workflow': (id: string) => ({ [`workflows.availableWorkflows.${id}`]: {} }),
  };
  it.each(Object.entries(places))(
    '%s has 1 to 63 letters, digits, _ and -, the first no -',
    (_place, write) => {
      for (const id of ['a', 'A-b_9', '_a', '9', 'a'.repeat(63)]) expect(accepts(write(id)), id).toBe(true);
      for (const id of ['-a', 'a b', 'a!', 'ä', 'a'.repeat(64)]) expect(accepts(write(id)), id).toBe(false);
    },
  );
});

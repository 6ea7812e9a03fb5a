/** Products, items and catalogs. Stricter than the rest: a wrong amount must not reach a checkout. */
import {
  boolean,
  interval,
  literal,
  number,
  object,
  oneOf,
  strictRecord,
  text,
  union,
  type ConfigNode,
} from './config-node.ts';

const DAY_UNITS = ['day', 'week', 'month', 'year'];
const CUSTOMER_TYPES = ['user', 'team', 'custom'];

const CURRENCY_DECIMALS = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 };

const idOf = (key: string): string => key;

const price = object({
  ...Object.fromEntries(
    Object.entries(CURRENCY_DECIMALS).map(([code, decimals]): [string, ConfigNode] => [
      code,
      { kind: 'money', decimals },
    ]),
  ),
  interval: interval(DAY_UNITS),
  serverOnly: boolean(false),
  freeTrial: interval(DAY_UNITS),
});

const includedItem = object({
  quantity: number(0),
  repeat: union([interval(DAY_UNITS), literal('never')], 'never'),
  expires: oneOf(['never', 'when-purchase-expires', 'when-repeated'], 'when-repeated'),
});

/** @param id What ids of catalogs, products, prices and items look like. */
export const paymentsSchema = (id: RegExp): ConfigNode => {
  const product = object({
    displayName: text(idOf),
    catalogId: text(),
    customerType: oneOf(CUSTOMER_TYPES, 'user'),
    isAddOnTo: union([literal(false), strictRecord(id, boolean())], false),
    freeTrial: interval(DAY_UNITS),
    serverOnly: boolean(false),
    stackable: boolean(),
    prices: union([literal('include-by-default'), strictRecord(id, price)], {}),
    includedItems: strictRecord(id, includedItem),
  });
  return object({
    testMode: boolean(true),
    autoPay: object({ interval: interval(DAY_UNITS) }, 'absent'),
    catalogs: strictRecord(id, object({ displayName: text() })),
    products: strictRecord(id, product),
    items: strictRecord(id, object({ displayName: text(idOf), customerType: oneOf(CUSTOMER_TYPES, 'user') })),
  });
};

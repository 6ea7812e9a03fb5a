/** Anything JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

type Metadata = 'client_metadata' | 'client_read_only_metadata' | 'server_metadata';

type CamelCase<K extends string> = K extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : K;
type CamelKey<K> = K extends `${infer Head}_at_millis`
  ? `${CamelCase<Head>}At`
  : K extends string
    ? CamelCase<K>
    : K;
type InstantOf<T> = T extends number ? Date : T;

/** The form in which the kit shows a wire object: camelCase keys, `…_at_millis` as `Date`, metadata as it was stored. */
export type Camelized<T> = T extends readonly (infer Item)[]
  ? Camelized<Item>[]
  : T extends object
    ? {
        -readonly [K in keyof T as CamelKey<K>]: K extends Metadata
          ? T[K]
          : K extends `${string}_at_millis`
            ? InstantOf<T[K]>
            : Camelized<T[K]>;
      }
    : T;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isMetadata = (key: string): boolean => /^(client|client_read_only|server)_metadata$/.test(key);

const toCamel = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const toSnake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camelEntry = ([key, value]: [string, unknown]): [string, unknown] => {
  if (isMetadata(key)) return [toCamel(key), value];
  if (!key.endsWith('_at_millis')) return [toCamel(key), camelizeValue(value)];
  return [toCamel(key.slice(0, -'_millis'.length)), typeof value === 'number' ? new Date(value) : value];
};

const camelizeValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camelizeValue);
  return isPlainObject(value) ? Object.fromEntries(Object.entries(value).map(camelEntry)) : value;
};

export const camelize = <T>(value: T): Camelized<T> => camelizeValue(value) as Camelized<T>;

const snakeEntry = ([key, value]: [string, unknown]): [string, unknown] => {
  const name = toSnake(key);
  if (isMetadata(name)) return [name, value];
  if (value instanceof Date) return [`${name}_millis`, value.getTime()];
  return [name, snakeize(value)];
};

/** The wire form of what a developer passes in. Keys whose value is undefined are left out, so PATCH leaves them alone. */
export const snakeize = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snakeize);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(snakeEntry),
  );
};

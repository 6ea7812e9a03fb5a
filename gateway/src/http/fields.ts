/**
 * What a request field may be. Every builder casts the way the wire casts (numbers to text, numeric
 * text to numbers …) before it checks, and words its refusals without the field's path, which
 * `reasons.ts` puts in front.
 */
import { z } from 'zod';

/** PostgreSQL's text cannot hold it. */
const NUL = '\u0000';
const noNul = (text: string): boolean => !text.includes(NUL);

const castText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

interface TextRules {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const baseText = ({ min, max }: TextRules = {}) => {
  let schema = z.string().refine(noNul, { message: 'must not contain null characters', abort: true });
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  return schema;
};

/** A string; numbers and booleans become their text. */
export const text = (rules?: TextRules) => z.preprocess(castText, baseText(rules));

export const nonEmptyText = (rules?: TextRules) => text({ ...rules, min: 1 });

/** Text with a rule of its own; `sentence` continues the field's path. */
export const checkedText = (check: (text: string) => boolean, sentence: string, rules?: TextRules) =>
  z.preprocess(castText, baseText(rules).refine(check, sentence));

const castNumber = (value: unknown): unknown => {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
};

interface NumberRules {
  readonly integer?: boolean;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const baseNumber = ({ integer, min, max }: NumberRules) => {
  let schema = z.number();
  if (integer) schema = schema.refine(Number.isInteger, 'must be an integer');
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  return schema;
};

/** A finite number; numeric text is read. */
export const number = (rules: NumberRules = {}) => z.preprocess(castNumber, baseNumber(rules));

/** Whole numbers that JavaScript and 64-bit integers agree about. */
export const millis = () => number({ min: -8.64e15, max: 8.64e15 }).transform(Math.trunc);

const TRUE_OR_FALSE: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

const castBoolean = (value: unknown): unknown => {
  if (value === 1 || value === 0) return value === 1;
  return typeof value === 'string' ? (TRUE_OR_FALSE[value.toLowerCase()] ?? value) : value;
};

export const boolean = () => z.preprocess(castBoolean, z.boolean());

/** A boolean of which only one value may be sent. */
export const onlyBoolean = (value: boolean) =>
  z.preprocess(
    castBoolean,
    z.boolean().refine((given) => given === value, `field must be ${value}`),
  );

/** One of a few words. */
export const oneOf = <const V extends readonly [string, ...string[]]>(...values: V) =>
  z.preprocess(castText, z.enum(values));

/** A filter that is written `true` or `false`. */
export const flag = () => oneOf('true', 'false').transform((word) => word === 'true');

const UUID =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|00000000-0000-0000-0000-000000000000)$/i;
const isUuid = (text: string): boolean => UUID.test(text);

/** Ids are stored in lower case. */
export const uuid = () => checkedText(isUuid, 'must be a valid UUID').transform((id) => id.toLowerCase());

const userIdFields = new WeakSet<z.ZodType>();

/** A user's id. `me` has been replaced by the current user's id before this is checked. */
export const userIdOrMe = () => {
  const schema = uuid().meta({ description: 'A user id, or `me` for the current user.' });
  userIdFields.add(schema);
  return schema;
};

const unwrap = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;

/** Whether a field accepts `me`. */
export const acceptsMe = (schema: z.ZodType): boolean => userIdFields.has(unwrap(schema));

/** Exactly the listed keys. */
export const object = z.strictObject;
export const list = <T extends z.ZodType>(item: T) => z.array(item);

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
export const base64 = (rules?: TextRules) =>
  checkedText((text) => BASE64.test(text), 'must be valid base64', rules);

/** Verification codes are compared in lower case. */
export const verificationCode = () =>
  checkedText((text) => text.length === 45, 'must be exactly 45 characters').transform((code) =>
    code.toLowerCase(),
  );

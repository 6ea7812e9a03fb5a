/**
 * A response schema compiled to a function that picks exactly its keys. What is undefined becomes
 * null where the schema is nullable and disappears where it is optional.
 */
import { z } from 'zod';

type View = (value: unknown) => unknown;
type Row = Record<string, unknown>;

const same: View = (value) => value;

const compileField = (schema: z.core.$ZodType): { view: View; nullable: boolean } => {
  if (schema instanceof z.ZodOptional) return { ...compileField(schema.unwrap()), nullable: false };
  if (schema instanceof z.ZodNullable) return { ...compileField(schema.unwrap()), nullable: true };
  // Metadata that was never written is null.
  if (schema instanceof z.ZodUnknown) return { view: same, nullable: true };
  return { view: compileView(schema), nullable: false };
};

const compileObject = (schema: z.ZodObject): View => {
  const fields = Object.entries(schema.shape).map(([key, field]) => ({ key, ...compileField(field) }));
  return (value) => {
    const row = value as Row;
    const out: Row = {};
    for (const { key, view, nullable } of fields) {
      const item = row[key];
      if (item !== undefined && item !== null) out[key] = view === same ? item : view(item);
      else if (nullable) out[key] = null;
    }
    return out;
  };
};

/** The function that cuts a value to the schema. */
export const compileView = (schema: z.core.$ZodType): View => {
  if (schema instanceof z.ZodObject) return compileObject(schema);
  if (schema instanceof z.ZodArray) {
    const item = compileView(schema.element);
    return item === same ? same : (value) => (value as unknown[]).map(item);
  }
  return same;
};

type NullableKeys<T> = {
  [K in keyof T]: null extends T[K] ? K : undefined extends T[K] ? K : never;
}[keyof T];

/** What a handler may return for a response schema: nullable and optional keys may be left undefined. */
export type Sendable<T> = T extends readonly (infer E)[]
  ? readonly Sendable<E>[]
  : T extends object
    ? { [K in Exclude<keyof T, NullableKeys<T>>]: Sendable<T[K]> } & {
        [K in NullableKeys<T>]?: Sendable<T[K]> | null | undefined;
      }
    : T;

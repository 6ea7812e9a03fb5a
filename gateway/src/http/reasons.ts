/** Turns the problems that zod found into the reasons that the wire shows. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const IDENTIFIER = /^[^.[\]"]+$/;

/** `body` and `['domains', 0, 'handler_path']` make `body.domains[0].handler_path`. */
const pathText = (root: string, path: Path): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return IDENTIFIER.test(String(key)) ? `${text}.${String(key)}` : `${text}["${String(key)}"]`;
  }, root);

/** Longer strings and structures may be secrets that were put into the wrong field. */
const printed = (value: unknown): string => {
  if (typeof value === 'string') return value.length > 16 ? '`"…"`' : `\`"${value}"\``;
  if (Array.isArray(value)) return '`[…]`';
  if (typeof value === 'object' && value !== null) return '`{…}`';
  return `\`${String(value)}\``;
};

const wrongType = (expected: string, input: unknown): string => {
  if (input === undefined) return 'must be defined';
  if (input === null) return 'cannot be null';
  const cast = expected === 'number' && typeof input === 'string';
  const value = cast ? `\`NaN\` (cast from the value ${printed(input)})` : printed(input);
  return `must be a \`${expected}\` type, but the final value was: ${value}.`;
};

type Bound = { origin: string; exact?: boolean };

const tooSmall = ({ origin, exact }: Bound, limit: number | bigint): string => {
  if (origin === 'string')
    return exact ? `must be exactly ${limit} characters` : `must be at least ${limit} characters`;
  if (origin === 'array') return `field must have at least ${limit} items`;
  return `must be greater than or equal to ${limit}`;
};

const tooBig = ({ origin, exact }: Bound, limit: number | bigint): string => {
  if (origin === 'string')
    return exact ? `must be exactly ${limit} characters` : `must be at most ${limit} characters`;
  if (origin === 'array') return `field must have less than or equal to ${limit} items`;
  return `must be less than or equal to ${limit}`;
};

const sentence = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'too_small':
      return tooSmall(issue, issue.minimum);
    case 'too_big':
      return tooBig(issue, issue.maximum);
    case 'invalid_value': {
      if (issue.input === undefined || issue.input === null) return wrongType('', issue.input);
      return `must be one of the following values: ${issue.values.map(String).join(', ')}`;
    }
    case 'unrecognized_keys':
      return `contains unknown properties: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
};

const indent = (text: string): string => text.replaceAll('\n', '\n  ');

const union = (where: string, alternatives: readonly Issue[][]): string => {
  const lines = alternatives.flatMap((issues, index) => [
    `Schema ${index}:`,
    ...reasons(where, issues).map((reason) => `  ${indent(reason)}`),
  ]);
  return [
    `${where} is not matched by any of the provided schemas:`,
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
};

const reason = (root: string, issue: Issue): string => {
  const where = pathText(root, issue.path);
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return union(where, issue.errors);
  return `${where} ${sentence(issue)}`;
};

/** One text a problem, in the order the schema found them. */
export const reasons = (root: string, issues: readonly Issue[]): string[] =>
  issues.map((issue) => reason(root, issue));

/** The whole text of a `SCHEMA_ERROR`. */
export const schemaErrorText = (method: string, path: string, all: readonly string[]): string =>
  [
    `Request validation failed on ${method} ${path}:`,
    ...all.map((one) => `  - ${one.replaceAll('\n', '\n    ')}`),
  ].join('\n');

/** The routes of the deployment, as its own document names them. */
import { api, ok, type Json } from './client.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
}

export interface DocumentedRoute {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly access: 'open' | 'client' | 'server' | 'admin';
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  /** What the strongest access type may send. */
  readonly body?: JsonSchema;
}

const bodyOf = (operation: Json): JsonSchema | undefined => {
  const schema = operation.requestBody?.content?.['application/json']?.schema as JsonSchema | undefined;
  return (schema?.oneOf ?? schema?.anyOf)?.at(-1) ?? schema;
};

export const documentedRoutes = async (): Promise<DocumentedRoute[]> => {
  const { paths } = ok(await api('GET', '/openapi.json')) as { paths: Record<string, Record<string, Json>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path === '/' ? '' : path,
      access: operation['x-access'] as DocumentedRoute['access'],
      parameters: operation.parameters as DocumentedRoute['parameters'],
      body: bodyOf(operation),
    })),
  );
};

const CALLBACK = 'http://localhost:3000/callback';

const valueOf = (name: string, schema: JsonSchema): unknown => {
  if (schema.enum) return schema.enum.at(-1);
  if (schema.const !== undefined) return schema.const;
  const type = schema.type ?? schema.anyOf?.[0]?.type;
  if (name.endsWith('callback_url')) return CALLBACK;
  if (name.endsWith('email')) return 'somebody@example.com';
  if (name.endsWith('_millis')) return 60_000;
  if (type === 'boolean') return name !== 'is_impersonation';
  if (type === 'number') return 1;
  if (type === 'object') return bodyFor(schema, {});
  if (type === 'array') return [];
  return name.includes('password') ? 'long enough password' : 'x'.repeat(name === 'code' ? 45 : 5);
};

/** A body that the schema accepts: its required fields, and those for which `known` has a value. */
export const bodyFor = (
  schema: JsonSchema | undefined,
  known: Readonly<Record<string, unknown>>,
): object | undefined => {
  if (!schema) return undefined;
  const names = Object.keys(schema.properties ?? {});
  const wanted = names.filter((name) => schema.required?.includes(name) || name in known);
  return Object.fromEntries(
    wanted.map((name) => [name, known[name] ?? valueOf(name, schema.properties![name]!)]),
  );
};

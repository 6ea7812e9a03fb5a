/** The OpenAPI document as one page without scripts or outside assets. */
type Json = Record<string, unknown>;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-access': string;
  readonly 'x-errors'?: readonly { code: string }[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[];
  readonly requestBody?: { content: Record<string, { schema: Json }> };
  readonly responses: Record<string, { content?: Record<string, { schema?: Json }> }>;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

const typeText = (schema: Json): string => {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Json[]).map(typeText).join(' | ');
  if (schema.type === 'array') return `${typeText((schema.items ?? {}) as Json)}[]`;
  return typeof schema.type === 'string' ? schema.type : 'any';
};

const nested = (schema: Json): Json | undefined => {
  if (schema.properties) return schema;
  if (schema.type === 'array') return nested((schema.items ?? {}) as Json);
  const options = (schema.anyOf ?? []) as Json[];
  return options.map(nested).find((one) => one !== undefined);
};

const properties = (schema: Json): string => {
  const required = (schema.required ?? []) as string[];
  const rows = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, field]) => {
    const below = nested(field);
    const mark = required.includes(name) ? '' : ' <i>optional</i>';
    return `<li><code>${escape(name)}</code> ${escape(typeText(field))}${mark}${below ? properties(below) : ''}</li>`;
  });
  return rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>no fields</p>';
};

const shape = (schema: Json | undefined): string => {
  if (!schema) return '';
  const variants = (schema.oneOf ?? []) as Json[];
  if (variants.length > 0)
    return variants.map((one) => `<h5>${escape(String(one.title))}</h5>${shape(one)}`).join('');
  const object = nested(schema);
  return object ? properties(object) : `<p>${escape(typeText(schema))}</p>`;
};

const section = (title: string, html: string): string => (html === '' ? '' : `<h4>${title}</h4>${html}`);

const parameterList = ({ parameters }: Operation): string => {
  const rows = parameters.map(({ name, in: where, required, schema }) => {
    const mark = required ? '' : ' <i>optional</i>';
    return `<li><code>${escape(name)}</code> ${escape(typeText(schema))} in ${where}${mark}</li>`;
  });
  return rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '';
};

const responseOf = ({ responses }: Operation): { status: string; html: string } => {
  const [status = '200', response] = Object.entries(responses).find(([code]) => code !== '4XX') ?? [];
  const [type, body] = Object.entries(response?.content ?? {})[0] ?? [];
  return { status, html: body?.schema ? shape(body.schema) : `<p>${escape(type ?? 'no body')}</p>` };
};

const operationHtml = (operation: Operation): string => {
  const { method, path, summary, description, requestBody } = operation;
  const access = operation['x-access'];
  const errors = (operation['x-errors'] ?? []).map(({ code }) => `<code>${escape(code)}</code>`).join(' ');
  const response = responseOf(operation);
  const body = requestBody ? shape(requestBody.content['application/json']?.schema) : '';
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code>
<span>${escape(summary)}</span><em>${access === 'open' ? 'open' : `${access}+`}</em></summary>
${description ? `<p>${escape(description)}</p>` : ''}${section('Parameters', parameterList(operation))}${section('Body', body)}
${section(`Response ${response.status}`, response.html)}${section('Errors', errors)}</details>`;
};

const STYLE = `:root{color-scheme:light dark;--line:#8884}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border:1px solid var(--line);border-radius:8px;margin:.4rem 0;padding:.4rem .8rem}summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline}
summary span{flex:1;opacity:.75}summary em{font-style:normal;border:1px solid var(--line);border-radius:99px;padding:0 .5rem;font-size:.8rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}b{min-width:4rem}h4,h5{margin:.8rem 0 .2rem}ul{margin:.2rem 0;padding-left:1.2rem}
.get{color:light-dark(#05603a,#6ce9a6)}.post{color:light-dark(#1849a9,#84caff)}.patch{color:light-dark(#93370d,#fec84b)}.delete{color:light-dark(#b42318,#fda29b)}`;

const operationsOf = (document: Json): Operation[] =>
  Object.entries(
    document.paths as Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );

export const documentationPage = (document: Json): string => {
  const areas = new Map<string, Operation[]>();
  for (const operation of operationsOf(document)) {
    const area = operation.tags[0] ?? '';
    areas.set(area, [...(areas.get(area) ?? []), operation]);
  }
  const sections = [...areas].map(
    ([area, list]) => `<h2>${escape(area)}</h2>${list.map(operationHtml).join('\n')}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Portico API</title><style>${STYLE}</style><h1>Portico API</h1>
<p>Paths are below <code>/api/v1</code>. The same as <a href="openapi.json">OpenAPI 3.1</a>. “client+” means client, server and admin access.</p>
${sections.join('\n')}</html>`;
};

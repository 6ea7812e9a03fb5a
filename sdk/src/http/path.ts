export type QueryValue = string | number | boolean | null | undefined;

/** A path whose inserted segments are percent-encoded: path`/teams/${teamId}`. */
export const path = (strings: TemplateStringsArray, ...segments: readonly string[]): string =>
  strings.reduce(
    (text, part, index) =>
      `${text}${part}${index < segments.length ? encodeURIComponent(segments[index] ?? '') : ''}`,
    '',
  );

/** Appends the parameters that have a value. */
export const withQuery = (url: string, query: Readonly<Record<string, QueryValue>> = {}): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? url : `${url}?${text}`;
};

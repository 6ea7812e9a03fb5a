/** The value at a path of parsed JSON; undefined where the path leads nowhere. */
export const jsonAt = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
};

/** The non-empty text there, else null. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string | null => {
  const found = jsonAt(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
};

/** Account ids are numbers at some providers. Without one, the empty text. */
export const idAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = jsonAt(value, ...path);
  return typeof found === 'number' || typeof found === 'string' ? String(found) : '';
};

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

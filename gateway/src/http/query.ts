type Flat = Record<string, string>;

const NOTHING: Readonly<Flat> = Object.freeze({});

/** Text of a query string or a form; a repeated key keeps its last value. */
export const parseFlat = (text: string): Readonly<Flat> => {
  if (text === '') return NOTHING;
  return Object.fromEntries(new URLSearchParams(text));
};

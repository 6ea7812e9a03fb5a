/** Text that strangers chose (names, links) on its way into a mail. */

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Characters that reorder or hide what follows them, so that a name could look like another one. */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const LONGEST_NAME = 100;

/** One line without control, direction or invisible characters. */
export const plainLine = (text: string): string =>
  text.replace(CONTROL, ' ').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

const LOOKS_LIKE_LINK = /:\/\/|www\.|[\w-]\.[a-z]{2,}\//i;

/** A name fit for a mail; empty when it looks like a link that a mail program would make clickable. */
export const safeName = (text: string): string => {
  const line = plainLine(text);
  if (LOOKS_LIKE_LINK.test(line)) return '';
  const characters = [...line];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…` : line;
};

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

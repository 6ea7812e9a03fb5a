/**
 * How well an entry answers what was typed: every word has to occur in its words, and a match at their beginning
 * comes first. Letters scattered over an entry are no match, so Enter never runs something unexpected.
 */
export const matchWords = (_id: string, typed: string, words: readonly string[] = []): number => {
  const text = words.join(' ').toLowerCase();
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.every((word) => text.includes(word))) return 0;
  return text.startsWith(typed.trim().toLowerCase()) ? 1 : 0.5;
};

import { expect, it } from 'vitest';
import { matchWords } from './match-words.ts';

it('finds an entry by words in any order, whatever their case', () => {
  expect(matchWords('x', 'keys PROJECT', ['Project keys'])).toBeGreaterThan(0);
});

it('puts an entry first that begins with what was typed', () => {
  expect(matchWords('x', 'proj', ['Projects'])).toBeGreaterThan(matchWords('x', 'proj', ['New project']));
});

it('does not match letters that are scattered over the words', () => {
  expect(matchWords('toggle_theme', 'amara', ['Switch between light and dark'])).toBe(0);
});

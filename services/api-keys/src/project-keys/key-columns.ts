import { sha256Hex } from '@portico/platform/hash';
import { KEY_KINDS, type KeyKind, type ProjectKeySetRow } from './project-key-set.entity.ts';
import type { KeyValues } from './project-key-set.message.ts';

type KeyColumns = Pick<ProjectKeySetRow, `${KeyKind}_hash` | `${KeyKind}_last_four`>;

/** What is kept of the keys: a hash to compare and four characters to recognise them by. */
export const keyColumns = (values: KeyValues): KeyColumns => {
  const columns = KEY_KINDS.flatMap((kind) => {
    const value = values[kind];
    return [
      [`${kind}_hash`, value ? sha256Hex(value) : null],
      [`${kind}_last_four`, value ? value.slice(-4) : null],
    ];
  });
  return Object.fromEntries(columns) as KeyColumns;
};

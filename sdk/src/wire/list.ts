/** The shape of every list. */
export interface ListRead<T> {
  readonly items: readonly T[];
  readonly is_paginated: boolean;
  readonly pagination?: { readonly next_cursor: string | null };
}

import { z } from 'zod';

/** A list that is always complete. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), is_paginated: z.literal(false) });

export const completeList = <T>(items: readonly T[]) => ({ items, is_paginated: false as const });

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    is_paginated: z.literal(true),
    pagination: z.object({ next_cursor: z.string().nullable() }),
  });

/** The answer of deletes and of actions that return nothing. */
export const success = z.object({ success: z.literal(true) });

import { clsx } from 'clsx';
import type { ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({ extend: { theme: { text: ['2xs'] } } });

/** Joins class names; where two set the same property the later one wins. */
export const cn = (...inputs: ClassValue[]): string => merge(clsx(inputs));

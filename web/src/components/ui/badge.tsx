import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

const tones = {
  neutral: 'bg-selected text-muted',
  accent: 'bg-accent-soft text-accent-text',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
} as const;

export const Badge = ({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) => (
  <span
    className={cn(
      'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
      tones[tone],
    )}
  >
    {children}
  </span>
);

import { cn } from '../../lib/class-names.ts';

export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={cn('block animate-[skeleton_1.6s_ease-in-out_infinite] rounded-sm bg-selected', className)}
  />
);

import { Avatar as Radix } from 'radix-ui';
import { cn } from '../../lib/class-names.ts';

export interface AvatarProps {
  name: string;
  image?: string | null;
  square?: boolean;
  className?: string;
}

const initials = (name: string): string => {
  const [first = '', second] = name.trim().split(/[\s@._-]+/);
  return `${first.slice(0, 1)}${second ? second.slice(0, 1) : first.slice(1, 2)}`.toUpperCase();
};

/** A stable hue from the name, so that the same user looks the same everywhere. */
const hueOf = (name: string): number =>
  [...name].reduce((hue, char) => (hue * 31 + char.charCodeAt(0)) % 360, 7);

export const Avatar = ({ name, image, square, className }: AvatarProps) => (
  <Radix.Root
    aria-hidden="true"
    className={cn(
      'inline-flex size-7 shrink-0 items-center justify-center overflow-hidden text-2xs font-semibold select-none',
      'bg-[oklch(0.92_0.035_var(--hue))] text-[oklch(0.36_0.07_var(--hue))]',
      'dark:bg-[oklch(0.32_0.045_var(--hue))] dark:text-[oklch(0.88_0.05_var(--hue))]',
      square ? 'rounded-md' : 'rounded-full',
      className,
    )}
    style={{ '--hue': String(hueOf(name)) } as React.CSSProperties}
  >
    {image && <Radix.Image src={image} alt="" className="size-full object-cover" />}
    <Radix.Fallback delayMs={image ? 200 : 0}>{initials(name)}</Radix.Fallback>
  </Radix.Root>
);

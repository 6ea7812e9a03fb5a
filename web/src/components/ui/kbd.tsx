export const Kbd = ({ keys }: { keys: readonly string[] }) => (
  <span className="inline-flex gap-1">
    {keys.map((key) => (
      <kbd
        key={key}
        className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-2xs text-muted"
      >
        {key}
      </kbd>
    ))}
  </span>
);

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  sec: 1_000,
  min: 60_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a text such as `10min`, `45 s` or `1h`; undefined when it is none. */
export const parseDuration = (text: string): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text.trim());
  const unit = UNITS[match?.[2]?.toLowerCase() ?? ''];
  if (!match || unit === undefined) return undefined;
  const millis = Math.round(Number(match[1]) * unit);
  return millis > 0 ? millis : undefined;
};

const DAY = 86_400_000;

/** What the form offers. "Never" is 200 years, the API asks for a date. */
export const expiryChoices = {
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  quarter: 90 * DAY,
  year: 365 * DAY,
  never: 200 * 365 * DAY,
} as const;

export type ExpiryChoice = keyof typeof expiryChoices;

const NEVER_BEYOND = 50 * 365 * DAY;

export const neverExpires = (at: Date): boolean => at.getTime() - Date.now() > NEVER_BEYOND;

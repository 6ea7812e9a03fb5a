/** PATCH bodies as messages: absent, null and value stay three different things. */
type WithoutNull<T> = { [K in keyof T]: Exclude<T[K], null> | undefined };

export interface Masked<T> {
  /** The given values; a null is left out and only named. */
  readonly values: Partial<WithoutNull<T>>;
  /** Every key that was given, also with null. */
  readonly update_mask: string[];
}

export const masked = <T extends object>(body: T): Masked<T> => ({
  values: Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null),
  ) as Masked<T>['values'],
  update_mask: Object.keys(body),
});

/** Shared by every copy of the kit in a page, so that errors are recognised across bundles. */
const brand = Symbol.for('portico.known-error');

export type Details = Readonly<Record<string, unknown>>;

type Text = string | ((details: Record<string, never>) => string);

/** An error of the API's catalogue: a stable `code`, a public sentence and, for some codes, `details`. */
export class KnownError extends Error {
  static readonly errorCode: string = 'KNOWN_ERROR';
  /** The sentence used when the server sent none. */
  static readonly text: Text = 'The request failed.';
  readonly code: string;
  readonly details?: Details;
  /** Names the request in the server's log. */
  requestId?: string;

  constructor(details?: Details, message?: string, options?: ErrorOptions) {
    const { errorCode, text } = new.target;
    super(
      message ?? (typeof text === 'string' ? text : text((details ?? {}) as Record<string, never>)),
      options,
    );
    this.name = 'KnownError';
    this.code = errorCode;
    this.details = details;
    Object.defineProperty(this, brand, { value: true });
  }

  /** True for an instance of this class or of a class below it, also when another bundle made it. */
  static isInstance(this: { errorCode: string }, value: unknown): boolean {
    if (!isBranded(value)) return false;
    if (this.errorCode === KnownError.errorCode) return true;
    for (
      let type: unknown = value.constructor;
      typeof type === 'function';
      type = Object.getPrototypeOf(type)
    ) {
      if ((type as { errorCode?: unknown }).errorCode === this.errorCode) return true;
    }
    return false;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return this.isInstance(value);
  }
}

const isBranded = (value: unknown): value is KnownError =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

/** A known error whose code and details are typed. */
export type KnownErrorOf<Code extends string, D> = KnownError & {
  readonly code: Code;
  readonly details: D;
};

export interface KnownErrorClass<Code extends string, D> {
  readonly errorCode: Code;
  new (details?: D, message?: string, options?: ErrorOptions): KnownErrorOf<Code, D>;
  isInstance(value: unknown): value is KnownErrorOf<Code, D>;
}

export type AnyKnownErrorClass = KnownErrorClass<string, Details | undefined>;

/** Makes the class of one row of the catalogue. */
export const defineKnownError = <Code extends string, D = undefined>(
  code: Code,
  text: string | ((details: Partial<NonNullable<D>>) => string),
  parent: unknown = KnownError,
): KnownErrorClass<Code, D> => {
  const type = class extends (parent as typeof KnownError) {
    static override readonly errorCode: string = code;
    static override readonly text = text as Text;
  };
  return type as unknown as KnownErrorClass<Code, D>;
};

/** Something the kit believed impossible. The message asks for a report; `data` helps whoever reads it. */
export class PorticoAssertionError extends Error {
  readonly data?: Record<string, unknown>;

  constructor(message: string, data?: Record<string, unknown> & ErrorOptions) {
    super(
      `${message}\n\nThis is likely an error in Portico. Please report it.`,
      data?.cause === undefined ? undefined : { cause: data.cause },
    );
    this.name = 'PorticoAssertionError';
    this.data = data;
    captureError(this);
  }
}

type CaptureHook = (error: unknown) => void;
let hooks: readonly CaptureHook[] = [];

/** Registers a function that hears of every assertion error and every error swallowed by a button or page. */
export const onCapturedError = (hook: CaptureHook): (() => void) => {
  hooks = [...hooks, hook];
  return () => {
    hooks = hooks.filter((other) => other !== hook);
  };
};

export const captureError = (error: unknown): void => {
  for (const hook of hooks) hook(error);
};

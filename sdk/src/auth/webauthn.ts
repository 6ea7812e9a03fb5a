import type * as SimpleWebAuthn from '@simplewebauthn/browser';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { isBrowser } from '../apps/environment.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';

/** The server does not know the site's host; it sends this in its place. */
const rpIdPlaceholder = 'THIS_VALUE_WILL_BE_REPLACED.example.com';

/** The host the passkey belongs to: the one given, else the page's. */
export const relyingPartyId = (received: string | undefined, hostname?: string): string => {
  if (received !== rpIdPlaceholder) {
    throw new PorticoAssertionError('The server named a relying party of its own.', { received });
  }
  const host = hostname ?? (isBrowser() ? window.location.hostname : '');
  if (!host) throw new PorticoAssertionError('Outside a page a passkey needs the option "hostname".');
  return host;
};

type Library = typeof SimpleWebAuthn;

/** Loaded when a ceremony begins: pages without one stay small. */
const loadLibrary = (): Promise<Library> => import('@simplewebauthn/browser');

/** The browser's refusal as an error of ours, with the code of the list and the exception as its cause. */
const translated = ({ WebAuthnError }: Library, error: unknown): unknown =>
  error instanceof WebAuthnError
    ? new KnownErrors.PasskeyWebAuthnError({ message: error.message, code: error.code }, error.message, {
        cause: error.cause ?? error,
      })
    : error;

const ceremony = async <T>(run: (library: Library) => Promise<T>): Promise<T> => {
  const library = await loadLibrary();
  try {
    return await run(library);
  } catch (error) {
    throw translated(library, error);
  }
};

export const createPasskey = (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> => ceremony((library) => library.startRegistration({ optionsJSON }));

/** With `autofill` the browser offers passkeys in the address field and answers when one is chosen. */
export const askForPasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  { autofill }: { autofill: boolean },
): Promise<AuthenticationResponseJSON> =>
  ceremony((library) =>
    library.startAuthentication({
      optionsJSON,
      useBrowserAutofill: autofill,
      verifyBrowserAutofillInput: false,
    }),
  );

export const browserOffersPasskeys = async (): Promise<boolean> =>
  isBrowser() && (await loadLibrary()).browserSupportsWebAuthnAutofill();

/** Ends a ceremony that waits in the background. */
export const abortPasskeyCeremony = async (): Promise<void> =>
  (await loadLibrary()).WebAuthnAbortService.cancelCeremony();

import { z } from 'zod';
import { list, text } from '../../http/fields.ts';

/** What the browser gives for either ceremony. Browsers add members of their own. */
const credentialFields = {
  id: text(),
  rawId: text(),
  type: text(),
  authenticatorAttachment: text().nullable().optional(),
  clientExtensionResults: z.looseObject({}).optional(),
};

export const registrationResponse = z.looseObject({
  ...credentialFields,
  response: z.looseObject({
    clientDataJSON: text(),
    attestationObject: text(),
    transports: list(text()).optional(),
  }),
});

export const authenticationResponse = z.looseObject({
  ...credentialFields,
  response: z.looseObject({
    authenticatorData: text(),
    clientDataJSON: text(),
    signature: text(),
    userHandle: text().nullable().optional(),
  }),
});

/** Options for the browser, and the code that goes back with its answer. */
export const ceremony = z.object({ options_json: z.record(z.string(), z.unknown()), code: z.string() });

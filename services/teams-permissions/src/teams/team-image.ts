import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import type { Identity } from '../identity.ts';

const MAX_BYTES = 100_000;
const CLIENT_IMAGE = /^(https:\/\/|data:image\/(png|jpg|jpeg|gif|bmp|webp);base64,)/;

/**
 * The part of the image rules that comes before all other checks of a client. The image itself is judged and
 * stored last, so that nobody fills the storage with requests that are refused.
 */
export const checkClientImage = (url: string | undefined, call: CallContext): void => {
  if (call.access_type !== 'client' || url === undefined || CLIENT_IMAGE.test(url)) return;
  throw statusError(400, 'A profile image is an https URL or a base64 data URL of an image.');
};

/** @returns the URL to keep. */
export const storeTeamImage = async (
  { images }: Identity,
  url: string | undefined,
  call: CallContext,
): Promise<string | null> => {
  if (url === undefined) return null;
  const stored = await images.storeImage({ folder: 'team-profile-images', url, max_bytes: MAX_BYTES }, call);
  return stored.url;
};

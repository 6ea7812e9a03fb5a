/** What a caller sends as an image, judged and made ready to store. */
import type { AccessType } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { newUuid } from '@portico/platform/ids';
import sharp from 'sharp';
import type { IdentityConfig } from '../config.ts';
import type { Db } from '../deps.ts';

/** The largest uploaded picture of a user, team or member. */
export const LARGEST_PROFILE_IMAGE = 100_000;

const FOLDERS = ['user-profile-images', 'team-profile-images', 'team-member-profile-images', 'project-logos'];
const LONGEST_URL = 1_000_000;
/** Formats that a client may send. */
const CLIENT_DATA_URL = /^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);base64,/;
const DATA_URL = /^data:image\/[A-Za-z0-9]+;base64,/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** A picture that unpacks to more is a bomb. */
const MOST_PIXELS = 25_000_000;

export interface Upload {
  folder: string;
  name: string;
  content: Buffer;
  content_type: string;
}

export interface PreparedImage {
  /** The URL to store with the owner of the picture. */
  url: string;
  /** What `insertImage` has to store for that URL to work; absent for a URL of somebody else. */
  upload?: Upload;
}

export interface GivenImage {
  folder: string;
  url: string;
  max_bytes: number;
  access_type?: AccessType;
}

const refuse = (why: string) => statusError(400, `The image cannot be used: ${why}.`);

/** Windows bitmaps are plain enough to check by hand; the decoder does not know them. */
const isBitmap = (content: Buffer): boolean =>
  content.length > 54 &&
  content.toString('latin1', 0, 2) === 'BM' &&
  content.readUInt32LE(10) < content.length;

const decodedFormat = async (content: Buffer): Promise<string> => {
  if (isBitmap(content)) return 'bmp';
  try {
    const picture = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format } = await picture.metadata();
    // Reading every pixel is what tells a picture from a header.
    await picture.stats();
    return format;
  } catch {
    throw refuse('it cannot be decoded');
  }
};

const FILE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', bmp: 'image/bmp',
  avif: 'image/avif', heif: 'image/heif', tiff: 'image/tiff',
}; // prettier-ignore

const prepareUpload = async ({ folder, url, max_bytes }: GivenImage): Promise<Upload> => {
  const text = url.slice(url.indexOf(',') + 1);
  if (!BASE64.test(text)) throw refuse('it is not valid base64');
  const content = Buffer.from(text, 'base64');
  if (content.length > max_bytes) throw refuse(`it is larger than ${max_bytes} bytes`);
  const format = await decodedFormat(content);
  const content_type = FILE_TYPES[format];
  // An SVG can carry scripts, and these files are served from our own origin.
  if (!content_type) throw refuse('this format is not supported');
  return { folder, name: `${newUuid()}.${format}`, content, content_type };
};

const isAllowedLink = (url: string, access_type: AccessType | undefined): boolean =>
  access_type === 'client' ? url.startsWith('https://') : /^https?:\/\//.test(url);

/** @throws StatusError 400 for what is no image, too large, or of a scheme the caller may not use. */
export const prepareImage = async (
  config: Pick<IdentityConfig, 'PORTICO_PUBLIC_URL'>,
  image: GivenImage,
): Promise<PreparedImage> => {
  const { folder, url, access_type } = image;
  if (!FOLDERS.includes(folder)) throw refuse('the folder is unknown');
  if (url.length > LONGEST_URL) throw refuse(`its URL is longer than ${LONGEST_URL} characters`);
  if (!URL.canParse(url)) throw refuse('its URL is not valid');
  if (isAllowedLink(url, access_type)) return { url };
  if (!(access_type === 'client' ? CLIENT_DATA_URL : DATA_URL).test(url)) {
    throw refuse('it must be an https URL or a base64 data URL of a picture');
  }
  const upload = await prepareUpload(image);
  return { url: `${config.PORTICO_PUBLIC_URL}/images/${folder}/${upload.name}`, upload };
};

export interface ImageOwner {
  project_id: string;
  branch_id: string;
  now: number;
}

export const insertImage = async (tx: Db, upload: Upload, owner: ImageOwner): Promise<void> => {
  await sql(tx).execute(
    `insert into images (folder, name, project_id, branch_id, content, content_type, created_at_millis)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      upload.folder,
      upload.name,
      owner.project_id,
      owner.branch_id,
      upload.content,
      upload.content_type,
      owner.now,
    ],
  );
};

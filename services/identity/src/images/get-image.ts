import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import type { GetImageRequest, Image } from '@portico/proto/identity/v1/images';
import type { IdentityDeps } from '../deps.ts';

/** Anyone who knows the address may see the picture; the name is a random id. */
export const getImage =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async ({ folder, name }: GetImageRequest, _call: CallContext): Promise<Image> => {
    const known = /^[\w-]{1,64}$/.test(folder) && /^[\w.-]{1,128}$/.test(name);
    const [image] = known
      ? await sql(db).query<{ content: Buffer; content_type: string }>(
          'select content, content_type from images where folder = $1 and name = $2',
          [folder, name],
        )
      : [];
    if (!image) throw statusError(404, 'There is no such image.');
    return { content: image.content, content_type: image.content_type };
  };

import type { CallContext } from '@portico/platform/call';
import type { StoredImage, StoreImageRequest } from '@portico/proto/identity/v1/images';
import type { IdentityDeps } from '../deps.ts';
import { insertImage, prepareImage } from './prepare-image.ts';

export const storeImage =
  ({ db, config, clock }: Pick<IdentityDeps, 'db' | 'config' | 'clock'>) =>
  async (request: StoreImageRequest, call: CallContext): Promise<StoredImage> => {
    const { project_id, branch_id, access_type } = call;
    const { url, upload } = await prepareImage(config, { ...request, access_type });
    if (upload) await insertImage(db, upload, { project_id, branch_id, now: clock.now() });
    return { url };
  };

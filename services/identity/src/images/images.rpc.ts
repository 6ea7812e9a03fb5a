import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ImagesServiceDefinition } from '@portico/proto/identity/v1/images';
import type { IdentityDeps } from '../deps.ts';
import { getImage } from './get-image.ts';
import { storeImage } from './store-image.ts';

export const imagesRpcs = (deps: IdentityDeps): Rpcs<typeof ImagesServiceDefinition> => ({
  storeImage: storeImage(deps),
  getImage: getImage(deps),
});

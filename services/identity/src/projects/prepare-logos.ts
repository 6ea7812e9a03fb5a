import type { Project } from '@portico/proto/identity/v1/projects';
import type { IdentityDeps } from '../deps.ts';
import { prepareImage, type Upload } from '../images/prepare-image.ts';

const FIELDS = ['logo_url', 'full_logo_url'] as const;
const LARGEST_LOGO = 1_000_000;

export interface Logos {
  /** New values of the fields that were given; null clears. */
  urls: Partial<Record<(typeof FIELDS)[number], string | null>>;
  uploads: Upload[];
}

export const prepareLogos = async (
  { config }: Pick<IdentityDeps, 'config'>,
  { project, mask }: { project: Project | undefined; mask: readonly string[] },
): Promise<Logos> => {
  const logos: Logos = { urls: {}, uploads: [] };
  for (const field of FIELDS.filter((name) => mask.includes(name))) {
    const url = project?.[field];
    if (url === undefined) {
      logos.urls[field] = null;
      continue;
    }
    const image = await prepareImage(config, { folder: 'project-logos', url, max_bytes: LARGEST_LOGO });
    logos.urls[field] = image.url;
    if (image.upload) logos.uploads.push(image.upload);
  }
  return logos;
};

import type { ProjectKeySet } from '@portico/proto/apikeys/v1/project_keys';
import { z } from 'zod';
import { object, uuid } from '../http/fields.ts';

const common = {
  id: z.string(),
  description: z.string(),
  created_at_millis: z.number(),
  expires_at_millis: z.number(),
  manually_revoked_at_millis: z.number().optional(),
};

const lastFour = z.object({ last_four: z.string() }).optional();

/** Keys that a set does not have are absent. */
export const keySet = z.object({
  ...common,
  publishable_client_key: lastFour,
  secret_server_key: lastFour,
  super_secret_admin_key: lastFour,
});

/** The only answer that shows whole keys. */
export const firstView = z.object({
  ...common,
  publishable_client_key: z.string().optional(),
  secret_server_key: z.string().optional(),
  super_secret_admin_key: z.string().optional(),
});

export const withWholeKeys = (set: ProjectKeySet) => ({
  ...set,
  publishable_client_key: set.publishable_client_key?.value,
  secret_server_key: set.secret_server_key?.value,
  super_secret_admin_key: set.super_secret_admin_key?.value,
});

export const keySetParams = object({ id: uuid() });

import { z } from 'zod';
import { nonEmptyEmail } from '../http/email.ts';
import { base64, boolean, list, nonEmptyText, object, onlyBoolean, text, uuid } from '../http/fields.ts';
import { metadata } from '../http/metadata.ts';
import { imageUrl } from '../http/url.ts';
import { clientTeam, serverTeam } from '../teams/team.schema.ts';

const oauthAccount = z.object({
  id: z.string(),
  account_id: z.string(),
  email: z.string().nullable(),
  type: z.string(),
  provider_user_id: z.string(),
});

const clientFields = {
  id: z.string(),
  display_name: z.string().nullable(),
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  profile_image_url: z.string().nullable(),
  signed_up_at_millis: z.number(),
  client_metadata: z.unknown(),
  client_read_only_metadata: z.unknown(),
  has_password: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  auth_with_email: z.boolean(),
  requires_totp_mfa: z.boolean(),
  oauth_providers: z.array(oauthAccount),
  selected_team_id: z.string().nullable(),
  is_anonymous: z.boolean(),
};

const clientUser = z.object({ ...clientFields, selected_team: clientTeam.nullable() });

export const serverUser = z.object({
  ...clientFields,
  primary_email_auth_enabled: z.boolean(),
  last_active_at_millis: z.number(),
  server_metadata: z.unknown(),
  selected_team: serverTeam.nullable(),
});

export const userView = { client: clientUser, server: serverUser };

const clientWritable = {
  display_name: text({ max: 256 }).nullable().optional(),
  profile_image_url: imageUrl().nullable().optional(),
  client_metadata: metadata().optional(),
  selected_team_id: uuid().nullable().optional(),
  totp_secret_base64: base64({ min: 1 }).nullable().optional(),
  otp_auth_enabled: boolean().optional(),
  passkey_auth_enabled: boolean().optional(),
};

const serverWritable = {
  ...clientWritable,
  client_read_only_metadata: metadata().optional(),
  server_metadata: metadata().optional(),
  primary_email: nonEmptyEmail().nullable().optional(),
  primary_email_verified: boolean().optional(),
  primary_email_auth_enabled: boolean().optional(),
  password: text().nullable().optional(),
  password_hash: nonEmptyText().optional(),
};

export const userCreate = object({
  ...serverWritable,
  is_anonymous: boolean().optional(),
  oauth_providers: list(
    object({ id: text(), account_id: text(), email: text().nullable().optional() }),
  ).optional(),
});

export const userUpdate = {
  client: object(clientWritable),
  server: object({ ...serverWritable, is_anonymous: onlyBoolean(false).optional() }),
};

export const userParams = object({ user_id: uuid() });

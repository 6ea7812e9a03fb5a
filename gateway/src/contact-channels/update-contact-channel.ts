import { nonEmptyEmail } from '../http/email.ts';
import { boolean, object, oneOf } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { contactChannel, contactChannelParams, contactChannelsQuery } from './contact-channel.schema.ts';

/** The type may be repeated; it never changes. */
const fields = {
  type: oneOf('email').optional(),
  value: nonEmptyEmail().optional(),
  used_for_auth: boolean().optional(),
  is_primary: boolean().optional(),
};

export const updateContactChannel = route({
  method: 'PATCH',
  path: '/contact-channels/:user_id/:contact_channel_id',
  access: 'client',
  summary: 'Change a contact channel; a new value is unverified',
  request: {
    params: contactChannelParams,
    query: contactChannelsQuery,
    body: { client: object(fields), server: object({ ...fields, is_verified: boolean().optional() }) },
  },
  response: contactChannel,
  limit: { name: 'change_email', by: 'user' },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'],
  handler: ({ params, body: { type: _, ...changes }, services, call }) =>
    services.identity.contact_channels.updateContactChannel({ ...params, ...changes }, call),
});

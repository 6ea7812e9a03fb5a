import { nonEmptyEmail } from '../http/email.ts';
import { boolean, object, oneOf, userIdOrMe } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { contactChannel, contactChannelsQuery } from './contact-channel.schema.ts';

const fields = {
  user_id: userIdOrMe(),
  type: oneOf('email'),
  value: nonEmptyEmail(),
  used_for_auth: boolean(),
  is_primary: boolean().optional(),
};

export const createContactChannel = route({
  method: 'POST',
  path: '/contact-channels',
  access: 'client',
  summary: 'Add a contact channel to a user',
  request: {
    query: contactChannelsQuery,
    body: { client: object(fields), server: object({ ...fields, is_verified: boolean().optional() }) },
  },
  response: contactChannel,
  status: 201,
  limit: { name: 'change_email', by: 'user' },
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_NOT_FOUND',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  ],
  handler: ({ body, services, call }) => {
    const { is_primary = false, is_verified = false, ...channel } = body;
    const request = { ...channel, is_primary, is_verified };
    return services.identity.contact_channels.createContactChannel(request, call);
  },
});

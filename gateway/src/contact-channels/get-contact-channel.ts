import { route } from '../http/route.ts';
import { contactChannel, contactChannelParams, contactChannelsQuery } from './contact-channel.schema.ts';

export const getContactChannel = route({
  method: 'GET',
  path: '/contact-channels/:user_id/:contact_channel_id',
  access: 'client',
  summary: 'Get a contact channel',
  request: { params: contactChannelParams, query: contactChannelsQuery },
  response: contactChannel,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: ({ params, services, call }) => services.identity.contact_channels.getContactChannel(params, call),
});

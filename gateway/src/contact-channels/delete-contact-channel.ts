import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { contactChannelParams, contactChannelsQuery } from './contact-channel.schema.ts';

export const deleteContactChannel = route({
  method: 'DELETE',
  path: '/contact-channels/:user_id/:contact_channel_id',
  access: 'client',
  summary: 'Remove a contact channel',
  request: { params: contactChannelParams, query: contactChannelsQuery },
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: async ({ params, services, call }) => {
    await services.identity.contact_channels.deleteContactChannel(params, call);
    return SUCCESS;
  },
});

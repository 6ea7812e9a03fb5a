import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { contactChannel, contactChannelsQuery } from './contact-channel.schema.ts';

export const listContactChannels = route({
  method: 'GET',
  path: '/contact-channels',
  access: 'client',
  summary: 'List contact channels; clients name themselves',
  request: { query: contactChannelsQuery },
  response: listOf(contactChannel),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: async ({ query, services, call }) =>
    completeList((await services.identity.contact_channels.listContactChannels(query, call)).items),
});

import { beforeAll, expect, it } from 'vitest';
import { ok, type Json } from '../client.ts';
import { newProject, type Project, type User } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const refresh = async (user: User, headers: Record<string, string>) => {
  const token = { 'x-stack-refresh-token': user.refresh_token };
  const path = '/auth/sessions/current/refresh';
  ok(await project.client.post(path, undefined, { headers: { ...token, ...headers } }));
};
const lastSeen = async (user: User): Promise<Json> => {
  const { items } = ok(await project.as('client', user).get('/auth/sessions?user_id=me')) as {
    items: Json[];
  };
  return items[0].last_used_at_end_user_ip_info;
};
const PLACE = {
  'user-agent': 'Mozilla/5.0',
  'cf-connecting-ip': '203.0.113.7',
  'x-real-ip': '203.0.113.8',
  'cf-ipcountry': 'NL',
  'x-vercel-ip-country': 'DE',
  'x-vercel-ip-country-region': 'UT',
  'x-vercel-ip-city': 'Utrecht',
  'x-vercel-ip-latitude': '52.09',
  'x-vercel-ip-longitude': '5.12',
  'x-vercel-ip-timezone': 'Europe/Amsterdam',
};

it('a session shows address and place as the trusted proxy tells them, within three seconds', async () => {
  const user = await project.signUp();
  await refresh(user, PLACE);
  await expect
    .poll(() => lastSeen(user), { timeout: 3_000 })
    .toEqual({
      ip: '203.0.113.7',
      countryCode: 'NL',
      regionCode: 'UT',
      cityName: 'Utrecht',
      latitude: 52.09,
      longitude: 5.12,
      tzIdentifier: 'Europe/Amsterdam',
    });
});

it('what nobody tells is null', async () => {
  const user = await project.signUp();
  await refresh(user, { 'user-agent': 'Chrome/126', 'x-forwarded-for': '203.0.113.9' });
  await expect
    .poll(() => lastSeen(user), { timeout: 3_000 })
    .toEqual({
      ip: '203.0.113.9',
      countryCode: null,
      regionCode: null,
      cityName: null,
      latitude: null,
      longitude: null,
      tzIdentifier: null,
    });
});

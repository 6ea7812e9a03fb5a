import { PorticoClientApp, PorticoServerApp } from '@portico/sdk';
import { beforeAll, expect, it } from 'vitest';
import { url } from '../client.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const CALLBACK = 'http://localhost:3000/verify';
const options = () => ({
  baseUrl: url(),
  projectId: project.id,
  publishableClientKey: project.keys.publishable_client_key,
  tokenStore: 'memory' as const,
  noAutomaticPrefetch: true,
  redirectMethod: 'none' as const,
});

it('our own client kit adds an address, verifies it, makes it primary and removes the one before', async () => {
  const app = new PorticoClientApp(options());
  const [before, after] = [newEmail(), newEmail()];
  const account = { email: before, password: PASSWORD, noRedirect: true, noVerificationCallback: true };
  await app.signUpWithCredential(account);
  const user = await app.getUser({ or: 'throw' });
  const added = await user.createContactChannel({ type: 'email', value: after, usedForAuth: true });
  expect(added).toMatchObject({ value: after, isPrimary: false, isVerified: false, usedForAuth: true });
  await added.sendVerificationEmail({ callbackUrl: CALLBACK });
  const verified = await app.verifyEmail(codeIn((await mailTo(after))[0]!));
  expect(verified.status).toBe('ok');
  await added.sendVerificationEmail({ callbackUrl: CALLBACK });
  await added.update({ isPrimary: true });
  const [first, second] = await user.listContactChannels();
  expect([first, second]).toMatchObject([
    { value: before, isPrimary: false },
    { value: after, isPrimary: true, isVerified: true },
  ]);
  await first!.delete();
  expect(await user.listContactChannels()).toMatchObject([{ value: after }]);
  expect(await app.getUser()).toMatchObject({ primaryEmail: after, primaryEmailVerified: true });
});

it('a server does so for its users, and says what is verified', async () => {
  const secretServerKey = project.keys.secret_server_key;
  const server = new PorticoServerApp({ ...options(), secretServerKey });
  const [one, two] = [newEmail(), newEmail()];
  const user = await server.createUser({ primaryEmail: one, primaryEmailAuthEnabled: true });
  const rival = await server.createUser({ primaryEmail: two, primaryEmailAuthEnabled: true });
  const channel = { type: 'email', value: two, usedForAuth: true } as const;
  await expect(user.createContactChannel(channel)).rejects.toMatchObject({
    code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  });
  const ofRival = { type: 'email', value: two, usedForAuth: false, isVerified: true } as const;
  const added = await user.createContactChannel(ofRival);
  expect(added.isVerified).toBe(true);
  await expect(added.sendVerificationEmail({ callbackUrl: CALLBACK })).rejects.toMatchObject({
    code: 'EMAIL_ALREADY_VERIFIED',
  });
  const value = newEmail();
  await added.update({ value, isVerified: true, isPrimary: true });
  expect(await server.getUser(user.id)).toMatchObject({ primaryEmail: value, primaryEmailVerified: true });
  await added.delete();
  expect((await server.getUser(user.id))?.primaryEmail).toBe(null);
  expect((await rival.listContactChannels()).map((each) => each.value)).toEqual([two]);
});

import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok } from '../client.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const salt = Buffer.from('salt of sixteen.');
const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
/** The alphabet of passlib. */
const ab64 = (bytes: Buffer) => b64(bytes).replaceAll('+', '.');

/** Each of `PASSWORD`. */
const BCRYPT = '$2b$04$wWucmcSX6CtiIvrErrc8vO5DOiea08oR8MmDgrHZ1mJu7im.SnRv2';
const HASHES: Record<string, string> = {
  'bcrypt $2b$': BCRYPT,
  'bcrypt $2a$': BCRYPT.replace('$2b$', '$2a$'),
  'bcrypt $2y$': BCRYPT.replace('$2b$', '$2y$'),
  'bcrypt of cost 10': '$2b$10$lfbFEbXv5V.6Mm14M2MheeO2MOHcELn/K6QpV7BCGnuIybbx6Jsq6',
  'argon2id with other parameters':
    '$argon2id$v=19$m=8192,t=3,p=1$a09Hhn7j5waUvxS/Lr9n9g$QKsUOJ230qW2O3Ln0Giu6O334WFL+AAFu46rJkJ2sbg',
  argon2i: '$argon2i$v=19$m=4096,t=3,p=1$Wv8MvJEp7vGX1C5ryasmAA$09fGWW5ibk4bmSvb9movkk+/q/XvgeCE1cvrnhoFRG4',
  scrypt: `$scrypt$ln=10,r=8,p=1$${b64(salt)}$${b64(scryptSync(PASSWORD, salt, 32, { N: 1024 }))}`,
  'PBKDF2 as passlib writes it': `$pbkdf2-sha256$1000$${ab64(salt)}$${ab64(pbkdf2Sync(PASSWORD, salt, 1000, 32, 'sha256'))}`,
  'PBKDF2 in PHC format': `$pbkdf2-sha512$i=1000,l=64$${b64(salt)}$${b64(pbkdf2Sync(PASSWORD, salt, 1000, 64, 'sha512'))}`,
  'PBKDF2 as Django writes it': `pbkdf2_sha256$1000$saltysalt$${pbkdf2Sync(PASSWORD, 'saltysalt', 1000, 32, 'sha256').toString('base64')}`,
};

const newUser = async (password_hash: string) => {
  const primary_email = newEmail();
  const id = await project.newUser({ primary_email, primary_email_auth_enabled: true, password_hash });
  return { id, email: primary_email };
};
const signIn = (email: string, password = PASSWORD) =>
  project.client.post('/auth/password/sign-in', { email, password });

describe('a hash of another system', () => {
  it.each(Object.entries(HASHES))(
    '%s signs in again and again, with the right password only',
    async (_, hash) => {
      const { id, email } = await newUser(hash);
      expectKnown(await signIn(email, 'wrong password'), 400, 'EMAIL_PASSWORD_MISMATCH');
      for (let times = 0; times < 2; times++) expect(ok(await signIn(email)).user_id).toBe(id);
      expectKnown(await signIn(email, 'wrong password'), 400, 'EMAIL_PASSWORD_MISMATCH');
    },
  );

  it('may replace the password of a user', async () => {
    const user = await project.signUp();
    const fields = { password: 'another password' };
    ok(await project.server.patch(`/users/${user.id}`, fields));
    ok(await project.server.patch(`/users/${user.id}`, { password_hash: BCRYPT }));
    ok(await signIn(user.email));
    expectKnown(await signIn(user.email, fields.password), 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('is the old password of an update', async () => {
    const { id, email } = await newUser(BCRYPT);
    const client = project.as('client', await project.newSession(id));
    const body = { old_password: PASSWORD, new_password: 'another password' };
    ok(await client.post('/auth/password/update', body));
    ok(await signIn(email, body.new_password));
  });

  it.each([
    ['of bcrypt with cost 17', BCRYPT.replace('$04$', '$17$')],
    ['of bcrypt with 59 characters', BCRYPT.slice(0, 59)],
    ['of bcrypt with 61 characters', `${BCRYPT}x`],
    ['of a bcrypt that does not exist', BCRYPT.replace('$2b$', '$2z$')],
    ['of MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['that is the password', PASSWORD],
  ])('%s is a text 400', async (_, password_hash) => {
    expectText(await project.server.post('/users', { primary_email: newEmail(), password_hash }), 400);
    const { id } = await project.signUp();
    expectText(await project.server.patch(`/users/${id}`, { password_hash }), 400);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDistributed, type DistributedShape, type ServiceName } from '../shape/distributed.ts';
import { createTeam, getTeam, getUser, inboxOf, signIn, signUp } from './api.ts';
import { openAuditLog, type AuditLog } from './audit-log.ts';
import { createLedger, startLoad } from './load.ts';
import { newBackends } from './servers.ts';

let portico: DistributedShape;
let audit: AuditLog;

beforeAll(async () => {
  portico = await startDistributed({ backends: newBackends() });
  audit = openAuditLog(portico.addressOf('events'));
});

afterAll(async () => {
  audit.close();
  await portico.stop();
});

/** Signs people up and makes teams while the service dies and comes back. */
const killUnderLoad = async (service: ServiceName) => {
  const users = new Map<string, string>();
  const teams = createLedger();
  const signUps = createLedger();
  const load = startLoad(async (index) => {
    const email = `${service}-${index}@chaos.example`;
    const answer = await signUp(portico, email);
    if (signUps.note(answer)) users.set(email, String(answer.body.user_id));
    teams.note(await createTeam(portico, `Team ${index}`));
  });
  const growsBy = (more: number) => {
    const wanted = users.size + more;
    return expect.poll(() => users.size, { timeout: 90_000 }).toBeGreaterThanOrEqual(wanted);
  };
  await growsBy(6);
  await portico.kill(service);
  await sleep(1_500);
  await portico.start(service);
  await growsBy(6);
  await load.stop();
  return { users, teams, signUps };
};

describe.each(['identity', 'teams-permissions', 'email', 'events'] as const)(
  '%s killed under load',
  (service) => {
    it('loses nothing that was acknowledged, and answers nothing worse than 503', async () => {
      const { users, teams, signUps } = await killUnderLoad(service);
      expect(signUps.improper).toEqual([]);
      expect(teams.improper).toEqual([]);
      for (const { body } of teams.acknowledged)
        expect((await getTeam(portico, String(body.id))).status).toBe(200);
      for (const [email, user_id] of users) {
        const { status, body } = await getUser(portico, user_id);
        expect(status).toBe(200);
        expect(body.primary_email).toBe(email);
        await expect.poll(() => inboxOf(portico, email), { timeout: 90_000, interval: 250 }).toHaveLength(1);
        const created = async () => (await audit.typesOf(user_id)).filter((type) => type === 'user.created');
        await expect.poll(created, { timeout: 90_000, interval: 500 }).toHaveLength(1);
      }
      const [email] = [...users.keys()];
      expect((await signIn(portico, email ?? '')).status).toBe(200);
      expect(await audit.isIntact()).toBe(true);
    });

    it('gives every user the personal team, also those whose sign-up it interrupted', async () => {
      const { status, body } = await signUp(portico, `after-${service}@chaos.example`);
      expect(status).toBe(200);
      const selected = async () => (await getUser(portico, String(body.user_id))).body.selected_team_id;
      await expect.poll(selected, { timeout: 30_000 }).toEqual(expect.any(String));
    });
  },
);

import type { Clock } from '@portico/platform/clock';
import type { Rpcs } from '@portico/platform/grpc/unary';
import type { Log } from '@portico/platform/log';
import type { MembershipsServiceDefinition } from '@portico/proto/teams/v1/memberships';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { addMember } from './add-member.ts';
import { checkMembership } from './check-membership.ts';
import { listMemberIds } from './list-member-ids.ts';
import { removeMember } from './remove-member.ts';

type Deps = { db: DataSource; clock: Clock; identity: Identity; log: Log };

export const membershipsRpcs = (deps: Deps): Rpcs<MembershipsServiceDefinition> => ({
  addMember: addMember(deps),
  removeMember: removeMember(deps),
  checkMembership: checkMembership(deps),
  listMemberIds: listMemberIds(deps),
});

import type { Clock } from '@portico/platform/clock';
import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ProvisioningServiceDefinition } from '@portico/proto/teams/v1/provisioning';
import type { DataSource } from 'typeorm';
import { applyProjectSettings } from './apply-project-settings.ts';
import { deprovisionUser } from './deprovision-user.ts';
import { provisionUser } from './provision-user.ts';
import { removeProject } from './remove-project.ts';
import { renamePersonalTeams } from './rename-personal-teams.ts';

type Deps = { db: DataSource; clock: Clock };

export const provisioningRpcs = (deps: Deps): Rpcs<ProvisioningServiceDefinition> => ({
  provisionUser: provisionUser(deps),
  renamePersonalTeams: renamePersonalTeams(deps),
  deprovisionUser: deprovisionUser(deps),
  applyProjectSettings: applyProjectSettings(deps),
  removeProject: removeProject(deps),
});

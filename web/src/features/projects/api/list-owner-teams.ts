import { queryOptions } from '@tanstack/react-query';
import type { Owner } from '../../account/api/get-owner.ts';

/** The teams that can own a project: those the signed-in user belongs to. */
export const ownerTeamsQuery = (owner: Owner) =>
  queryOptions({ queryKey: ['owner', owner.id, 'teams'], queryFn: async () => await owner.listTeams() });

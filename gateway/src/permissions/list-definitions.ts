import { object } from '../http/fields.ts';
import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { permissionDefinition } from './permission.schema.ts';

/** The two scopes are two resources of one shape. */
const definitionsOf = (scope: 'team' | 'project') =>
  route({
    method: 'GET',
    path: `/${scope}-permission-definitions`,
    access: 'admin',
    summary: `List the project's ${scope} permissions`,
    request: { query: object({}) },
    response: listOf(permissionDefinition),
    handler: async ({ services, call }) => {
      const { items } = await services.teams_permissions.permissions.listPermissionDefinitions(
        { scope },
        call,
      );
      return completeList(items.map((item) => ({ ...item, description: item.description || undefined })));
    },
  });

export const listTeamPermissionDefinitions = definitionsOf('team');
export const listProjectPermissionDefinitions = definitionsOf('project');

import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Owner } from '../../features/account/api/get-owner.ts';
import { projectsQuery } from '../../features/projects/api/list-projects.ts';
import type { OwnedProject } from '../../features/projects/api/list-projects.ts';

const KEY = 'portico-last-project';
/** On these pages no project is meant, so none is shown. */
const WITHOUT_PROJECT = ['/projects', '/new-project'];

/** The project of the page; on pages beside the projects, the one visited last. */
export const useShellProject = (owner: Owner | null): OwnedProject | undefined => {
  const { projectId } = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data: projects } = useQuery({ ...projectsQuery, enabled: owner !== null });
  useEffect(() => {
    if (projectId) localStorage.setItem(KEY, projectId);
  }, [projectId]);
  if (WITHOUT_PROJECT.includes(path)) return undefined;
  const wanted = projectId ?? localStorage.getItem(KEY);
  return projects?.find((project) => project.id === wanted);
};

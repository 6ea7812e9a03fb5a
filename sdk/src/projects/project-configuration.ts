import type { Caller } from '../apps/caller.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import type { Json } from '../wire/case.ts';

/** The complete configuration, defaults filled in. */
export type CompleteConfig = { readonly [key: string]: Json | undefined };

/** Changes to the configuration. Keys may be paths (`"auth.allowSignUp"`); null removes a key. */
export type ConfigOverride = { readonly [key: string]: Json };

export interface ProjectConfiguration {
  getConfig(): Promise<CompleteConfig>;
  useConfig(): CompleteConfig;
  updateConfig(override: ConfigOverride): Promise<void>;
}

export const projectConfiguration = (caller: Caller): ProjectConfiguration => {
  const fetch = async (): Promise<CompleteConfig> => {
    const { config_string: text } = await caller.json<{ config_string: string }>('/internal/config');
    return JSON.parse(text) as CompleteConfig;
  };
  const config = (): AsyncValue<CompleteConfig> => caller.value('config', [], fetch);
  return {
    getConfig: fetch,
    updateConfig: async (override) => {
      const body = { config_override_string: JSON.stringify(override) };
      await caller.send('/internal/config/override', { method: 'PATCH', body });
      await Promise.all([caller.refresh('config'), caller.refresh('project')]);
    },
    ...withHooks<Pick<ProjectConfiguration, 'useConfig'>>(({ useValue }) => ({
      useConfig: () => useValue(config()),
    })),
  };
};

import { isPlainObject, type ConfigObject, type ConfigValue } from './config-node.ts';

/** The value at a dot-path of a rendered configuration; undefined where there is none. */
export const get = (config: ConfigObject, path: string): ConfigValue | undefined => {
  let value: ConfigValue | undefined = config;
  for (const segment of path.split('.')) {
    if (!isPlainObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
};

export const getText = (config: ConfigObject, path: string): string | undefined => {
  const value = get(config, path);
  return typeof value === 'string' ? value : undefined;
};

export const getRecord = (config: ConfigObject, path: string): ConfigObject => {
  const value = get(config, path);
  return isPlainObject(value) ? value : {};
};

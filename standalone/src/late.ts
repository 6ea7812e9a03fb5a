import type { Rpcs, ServiceDefinitionLike } from '@portico/platform/grpc/unary';
import { inProcess } from '@portico/platform/grpc/unary';

/** RPCs of a service that is built later: services know one another, so one of two has to come first. */
export const late = <D extends ServiceDefinitionLike>(definition: D, find: () => Rpcs<D>): Rpcs<D> => {
  let bound: Rpcs<D> | undefined;
  const methods = Object.keys(definition.methods) as (keyof D['methods'])[];
  const entries = methods.map((method) => [
    method,
    (request: never, call: never) => (bound ??= inProcess(definition, find()))[method](request, call),
  ]);
  return Object.fromEntries(entries) as Rpcs<D>;
};

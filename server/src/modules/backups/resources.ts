import type { Readable } from 'node:stream';
import type { OperationOptions } from '../../engines/engine.ts';
import type { DatabaseTarget } from './database-resource.ts';
import type { HostingTarget } from './hosting-resource.ts';
import type { Remains, ResourceKind } from './resource.ts';

export type Target = HostingTarget | DatabaseTarget;

export type Resources = ReturnType<typeof createResources>;

/** Every kind of thing that has backups: by its type before the work, by its target during it. */
export function createResources(hosting: ResourceKind<HostingTarget>, database: ResourceKind<DatabaseTarget>) {
  return {
    hosting,
    database,

    dump(target: Target, options: OperationOptions): Promise<Readable> {
      return target.type === 'hosting' ? hosting.dump(target, options) : database.dump(target, options);
    },

    load(target: Target, source: Readable, options: OperationOptions): Promise<Remains> {
      return target.type === 'hosting' ? hosting.load(target, source, options) : database.load(target, source, options);
    },

    look(target: Target): Promise<Remains> {
      return target.type === 'hosting' ? hosting.look(target) : database.look(target);
    },
  };
}

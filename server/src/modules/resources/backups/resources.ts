import type { Readable } from 'node:stream';
import type { OperationOptions } from '../../../engines/engine.ts';
import { validationError } from '../../../kernel/errors.ts';
import type { DatabaseTarget } from './database-resource.ts';
import type { HostingTarget } from './hosting-resource.ts';
import type { Remains, ResourceKind } from './resource.ts';
import type { BackedUpType, ResourceRef } from './schemas.ts';

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

    examine(target: Target, source: Readable, options: OperationOptions): Promise<void> {
      return target.type === 'hosting'
        ? hosting.examine(target, source, options)
        : database.examine(target, source, options);
    },

    load(target: Target, source: Readable, options: OperationOptions): Promise<Remains> {
      return target.type === 'hosting' ? hosting.load(target, source, options) : database.load(target, source, options);
    },

    look(target: Target): Promise<Remains> {
      return target.type === 'hosting' ? hosting.look(target) : database.look(target);
    },
  };
}

/** A body names exactly one. */
export function readResource(body: {
  hosting_id?: number | null | undefined;
  database_id?: number | null | undefined;
}): ResourceRef {
  const [hosting, database] = [body.hosting_id ?? undefined, body.database_id ?? undefined];
  if (hosting !== undefined && database === undefined) return { type: 'hosting', id: hosting };
  if (database !== undefined && hosting === undefined) return { type: 'database', id: database };
  const message = 'exactly one of hosting_id and database_id must be given.';
  throw validationError(['hosting_id', 'database_id'].map((field) => ({ field, message })));
}

/** As a sentence says it. */
export function nameResource(type: BackedUpType): string {
  return type === 'hosting' ? 'VPS' : 'database';
}

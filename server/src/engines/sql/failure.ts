import { EngineError } from '../engine.ts';

/** Messages for customers; the real error goes into `cause`. */
export function unreachable(cause: unknown): EngineError {
  return new EngineError('unreachable', 'The database service is not available at the moment.', { cause });
}

export function notThere(): EngineError {
  return new EngineError('not_found', 'The database does not exist.');
}

export function taken(): EngineError {
  return new EngineError('conflict', 'The database exists already and belongs to another user.');
}

export function noRoom(cause: unknown): EngineError {
  return new EngineError('refused', 'There is no room left on the database server.', { cause });
}

export function refused(cause: unknown): EngineError {
  return new EngineError('refused', 'The database server refused this.', { cause });
}

export function damaged(cause: unknown): EngineError {
  return new EngineError('refused', 'The backup is damaged. Nothing was changed.', { cause });
}

export function notLoaded(cause: unknown): EngineError {
  return new EngineError('refused', 'The backup could not be restored. Nothing was changed.', { cause });
}

export function notDumped(cause: unknown): EngineError {
  return new EngineError('refused', 'No copy could be made of the database.', { cause });
}

/** The operator must install a program: a retry is useless, and the customer is not at fault. */
export function toolMissing(advice: string): EngineError {
  return new EngineError('refused', 'Backups of databases are not possible at the moment.', {
    cause: new Error(advice),
  });
}

import { EngineError } from '../../engine.ts';
import { noRoom, notThere, refused, taken, unreachable } from '../failure.ts';

/** SQLSTATEs after which the same statement may succeed soon: busy, locked, shutting down, wrong login. */
const passing = /^(08|28|40|53[23]|55006|55P03|57P|57014)/;
const lockNotAvailable = '55P03';
const codes: Record<string, (cause: unknown) => EngineError> = {
  '53100': noRoom,
  '3D000': notThere,
  '42P04': taken,
  '42710': taken,
};

/** Translates an error of the connection or the server. */
export function translatePostgresError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const state = readSqlState(error);
  // Without a state it was a connection error: refused, timed out, lost.
  if (state === undefined || passing.test(state) || isCollision(error)) return unreachable(error);
  return codes[state]?.(error) ?? refused(error);
}

/** Returns whether another transaction has locked the object, or has just changed it. */
export function isHeld(error: unknown): boolean {
  return readSqlState(error) === lockNotAvailable || isCollision(error);
}

/** Two concurrent changes of the same catalogue entry have no code of their own. */
function isCollision(error: unknown): boolean {
  return error instanceof Error && /^tuple concurrently (updated|deleted)/.test(error.message);
}

export function readSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) ? code : undefined;
}

const toolIsCutOff =
  /connection to server|server closed the connection|could not connect|terminating connection|too many connections|due to (lock|statement) timeout|starting up|shutting down/i;
const toolFindsNoRoom = /No space left on device|could not extend file|disk full/i;

/** Translates the last output of a tool. `otherwise` is used if the data itself is the cause. */
export function translateToolError(lastWords: string, otherwise: (cause: unknown) => EngineError): EngineError {
  const cause = new Error(lastWords || 'The tool ended without a word.');
  if (toolFindsNoRoom.test(lastWords)) return noRoom(cause);
  return toolIsCutOff.test(lastWords) ? unreachable(cause) : otherwise(cause);
}

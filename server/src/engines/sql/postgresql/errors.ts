import { EngineError } from '../../engine.ts';
import { noRoom, notThere, refused, taken, unreachable } from '../failure.ts';

/** SQLSTATEs after which the same statement may well work a moment later: busy, locked, shutting down, wrong login. */
const passing = /^(08|28|40|53[23]|55006|55P03|57P|57014)/;
const lockNotAvailable = '55P03';
const codes: Record<string, (cause: unknown) => EngineError> = {
  '53100': noRoom,
  '3D000': notThere,
  '42P04': taken,
  '42710': taken,
};

/** What went wrong between us and the server, or on it, as the port says it. */
export function translatePostgresError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const state = readSqlState(error);
  // Without a state it never came from the server: refused, timed out, cut off.
  if (state === undefined || passing.test(state) || isCollision(error)) return unreachable(error);
  return codes[state]?.(error) ?? refused(error);
}

/** Somebody has what we want to change in an open transaction, or has just changed it. */
export function isHeld(error: unknown): boolean {
  return readSqlState(error) === lockNotAvailable || isCollision(error);
}

/** Two changes of the same entry of the catalogue at a time have no code of their own. */
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

/** What a tool's last words mean; `otherwise` is for what the data itself is to blame for. */
export function translateToolError(lastWords: string, otherwise: (cause: unknown) => EngineError): EngineError {
  const cause = new Error(lastWords || 'The tool ended without a word.');
  if (toolFindsNoRoom.test(lastWords)) return noRoom(cause);
  return toolIsCutOff.test(lastWords) ? unreachable(cause) : otherwise(cause);
}

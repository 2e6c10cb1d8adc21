import { EngineError } from '../../engine.ts';
import { noRoom, notThere, refused, taken, unreachable } from '../failure.ts';

/** Busy, locked, shutting down, wrong login: the same statement may succeed soon. */
const passing = new Set([1040, 1042, 1043, 1045, 1053, 1129, 1130, 1203, 1205, 1213, 1226, 1317, 1927, 4151]);
const codes: Record<number, (cause: unknown) => EngineError> = {
  1007: taken,
  1021: noRoom,
  1049: notThere,
  1114: noRoom,
};
const noSpace = /No space left on device|error 28\b|errno: 28\b/;

/** Translates an error of the connection or the server. */
export function translateMariadbError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const cause = withoutStatement(error);
  const number = readErrorNumber(error);
  // Without a server error number it was a connection error: refused, timed out, lost.
  if (number === undefined || passing.has(number)) return unreachable(cause);
  if (cause instanceof Error && noSpace.test(cause.message)) return noRoom(cause);
  return codes[number]?.(cause) ?? refused(cause);
}

/** Returns the error number of the server. Connection errors are below 1000 or from 2000 to 2999. */
export function readErrorNumber(error: unknown): number | undefined {
  const number = error instanceof Error && 'errno' in error ? error.errno : undefined;
  const isServers = typeof number === 'number' && number >= 1000 && !(number >= 2000 && number < 3000);
  return isServers ? number : undefined;
}

/** Removes the statement from an error, because it must not be logged. */
function withoutStatement(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, code, errno } = error as Error & { code?: unknown; errno?: unknown };
  return Object.assign(new Error(message), { code, errno });
}

const toolIsCutOff =
  /lost connection|can't connect|gone away|connection (refused|reset|timed out)|too many connections|shutdown in progress|lock wait timeout|deadlock|table definition has changed|max_user_connections/i;
const tableIsGone = /doesn't exist|couldn't find table/i;

/** Translates the last output of a tool. `otherwise` is used if the data itself is the cause. */
export function translateToolError(lastWords: string, otherwise: (cause: unknown) => EngineError): EngineError {
  const cause = new Error(lastWords || 'The tool ended without a word.');
  if (noSpace.test(lastWords) || /the table '[^']*' is full/i.test(lastWords)) return noRoom(cause);
  return toolIsCutOff.test(lastWords) ? unreachable(cause) : otherwise(cause);
}

/** A customer may drop a table during the dump. A retry will not look for it. */
export function isMissingTable(lastWords: string): boolean {
  return tableIsGone.test(lastWords);
}

import { Status, type Tone } from '#parts/status.tsx';
import type { LoggedRequest } from './queries.ts';

export function RequestResult({ request: { status, error_code } }: { request: LoggedRequest }) {
  return <Status tone={toneOf(status)}>{error_code === null ? String(status) : `${status} ${error_code}`}</Status>;
}

/** Returns red for server errors and amber for errors that the caller can fix. */
function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'wait' : 'good';
}

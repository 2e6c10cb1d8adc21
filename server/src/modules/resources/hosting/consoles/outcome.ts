import { MINUTE, SECOND } from '#kernel/time.ts';
import type { End } from './relay.ts';

const SENTENCES: Readonly<Record<End['reason'], string>> = {
  exited: 'The shell ended.',
  left: 'The client disconnected.',
  idle: 'There was no input for too long.',
  too_long: 'The session reached its longest duration.',
  flood: 'The client sent more input than the limit allows for 5 minutes.',
  rights: 'The rights to the console ended.',
  shutdown: 'The service restarted.',
  engine: 'The connection to the server broke.',
  bad_message: 'The client sent a message that is not part of the protocol.',
};

/** Returns the sentence for the client. */
export function explainEnd({ reason }: End): string {
  return SENTENCES[reason];
}

/** Returns the sentence for the audit log. */
export function describeEnd(end: End, durationMs: number): string {
  const isShort = durationMs < MINUTE;
  const count = Math.max(0, Math.round(durationMs / (isShort ? SECOND : MINUTE)));
  const unit = `${isShort ? 'second' : 'minute'}${count === 1 ? '' : 's'}`;
  return `${SENTENCES[end.reason]} Open for ${count} ${unit}.`;
}

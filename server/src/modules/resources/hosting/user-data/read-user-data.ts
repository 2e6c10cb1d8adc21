import { validationError } from '#kernel/errors.ts';
import { findYamlProblem } from './yaml-problem.ts';

export const MAX_USER_DATA_BYTES = 32 * 1024;

const FORMS = 'must begin with #cloud-config or with #!, like #!/bin/sh.';
const BINARY = 'must be text: binary and compressed data is not supported. Send it uncompressed.';

/** Checks cloud-init user data and returns it with Unix line ends. Throws VALIDATION_ERROR. */
export function readUserData(text: string): string {
  if (Buffer.byteLength(text) > MAX_USER_DATA_BYTES) throw refuse('must have at most 32 KiB.');
  if (isBinary(text)) throw refuse(BINARY);
  const unix = text.replaceAll('\r\n', '\n');
  if (unix.startsWith('#!')) return unix;
  if (!/^#cloud-config[ \t]*(?:\n|$)/.test(unix)) throw refuse(FORMS);
  const problem = findYamlProblem(unix);
  if (problem !== undefined) throw refuse(problem);
  return unix;
}

/** Gzip data begins with a control character, and its base64 with H4sI. Bytes that are not UTF-8 arrive as U+FFFD. */
function isBinary(text: string): boolean {
  return text.startsWith('\u001f') || text.startsWith('H4sI') || /[\0\ufffd]/.test(text) || !text.isWellFormed();
}

function refuse(message: string) {
  return validationError([{ field: 'user_data', message }]);
}

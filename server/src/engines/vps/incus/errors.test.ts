import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { EngineError } from '../../engine.ts';
import { ApiError, isStumble, translateError } from './errors.ts';

it.each([
  [
    'a complete archive that the engine failed to decode',
    'Create instance from backup: Error starting unpack: Failed to run: tar: (/*stdin*\\ : Decoding error (36) : Data corruption detected \ntar: Unexpected EOF in archive)',
    'unreachable',
  ],
  [
    'a complete archive that the engine failed to unpack without a reason',
    'Create instance from backup: Error starting unpack: Failed to run: tar --zstd -xf - backup/container: Process exited with non-zero value 2',
    'unreachable',
  ],
  [
    'a complete archive that the engine started to read in the middle',
    'Create instance from backup: Error starting unpack: Failed to run: tar: Process exited with non-zero value 2 (zstd: /*stdin*\\: unsupported format)',
    'unreachable',
  ],
  [
    'an archive that the engine cannot unpack',
    'Create instance from backup: Error starting unpack: Failed to run: tar: Process exited with non-zero value 2 (tar: dev/sda: Cannot mknod: Operation not permitted)',
    'refused',
  ],
  [
    'an archive without enough space',
    'Create instance from backup: Error starting unpack: tar: write: No space left on device',
    'refused',
  ],
  ['a full project', 'Reached maximum number of instances in project "hostler"', 'refused'],
  ['a change that the engine refuses for another reason', 'Invalid devices: root', 'refused'],
])('translates the error for %s', (_what, message, code) => {
  expect(translateError(new ApiError(undefined, message))).toMatchObject({ name: 'EngineError', code });
});

it('reports a name conflict with another project to the customer, and to the operator with advice', () => {
  const said = 'Failed add validation for device "eth0": Instance DNS name "vps-1" already used on network';
  const error = translateError(new ApiError(undefined, said)) as EngineError;
  expect(error).toMatchObject({
    code: 'refused',
    message: 'Another server in the network has the same name. Please contact support.',
  });
  const lines: string[] = [];
  pino({}, { write: (line: string) => void lines.push(line) }).warn({ err: error }, 'action failed');
  for (const part of ['Instance DNS name', 'Another project', 'dns.mode=none']) expect(lines.join()).toContain(part);
});

it.each<[string, number | undefined, string, boolean]>([
  ['a start that failed without a reason', undefined, 'Failed to run: lxd forkstart vps-1: exit status 1', true],
  ['a start without enough space', undefined, 'Failed to start: write: No space left on device', false],
  [
    'a start beyond the limits of the project',
    undefined,
    'Reached maximum aggregate value "1GiB" for "limits.memory"',
    false,
  ],
  ['a start that the queue retries anyway', undefined, 'Instance is busy running a "stop" operation', false],
  ['a start that the engine refused immediately', 400, 'Invalid devices: root', false],
])('decides whether to retry %s immediately', (_what, status, message, expected) => {
  expect(isStumble(new ApiError(status, message))).toBe(expected);
});

import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { EngineError } from '../../engine.ts';
import { ApiError, isStumble, translateError } from './errors.ts';

it.each([
  [
    'a whole archive over which the engine stumbled',
    'Create instance from backup: Error starting unpack: Failed to run: tar: (/*stdin*\\ : Decoding error (36) : Data corruption detected \ntar: Unexpected EOF in archive)',
    'unreachable',
  ],
  [
    'a whole archive over which it stumbled without a word',
    'Create instance from backup: Error starting unpack: Failed to run: tar --zstd -xf - backup/container: Process exited with non-zero value 2',
    'unreachable',
  ],
  [
    'a whole archive that it began to read in the middle',
    'Create instance from backup: Error starting unpack: Failed to run: tar: Process exited with non-zero value 2 (zstd: /*stdin*\\: unsupported format)',
    'unreachable',
  ],
  [
    'an archive that it cannot unpack',
    'Create instance from backup: Error starting unpack: Failed to run: tar: Process exited with non-zero value 2 (tar: dev/sda: Cannot mknod: Operation not permitted)',
    'refused',
  ],
  [
    'an archive for which there is no room',
    'Create instance from backup: Error starting unpack: tar: write: No space left on device',
    'refused',
  ],
  ['a project that is full', 'Reached maximum number of instances in project "hostler"', 'refused'],
  ['a change that the engine refuses for its own reasons', 'Invalid devices: root', 'refused'],
])('recognises %s', (_what, message, code) => {
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
  [
    'a start that failed for no reason that it names',
    undefined,
    'Failed to run: lxd forkstart vps-1: exit status 1',
    true,
  ],
  ['one for which there is no room', undefined, 'Failed to start: write: No space left on device', false],
  [
    'one beyond the limits of the project',
    undefined,
    'Reached maximum aggregate value "1GiB" for "limits.memory"',
    false,
  ],
  ['one that the queue tries again anyway', undefined, 'Instance is busy running a "stop" operation', false],
  ['one that the engine did not even begin', 400, 'Invalid devices: root', false],
])('decides whether %s is worth an immediate retry', (_what, status, message, expected) => {
  expect(isStumble(new ApiError(status, message))).toBe(expected);
});

import { expect, it } from 'vitest';
import { ApiError, translateError } from './errors.ts';

it.each([
  [
    'a whole archive over which the engine stumbled',
    'Create instance from backup: Error starting unpack: Failed to run: tar: (/*stdin*\\ : Decoding error (36) : Data corruption detected \ntar: Unexpected EOF in archive)',
    'unreachable',
  ],
  [
    'an archive for which there is no room',
    'Create instance from backup: Error starting unpack: tar: write: No space left on device',
    'refused',
  ],
  ['a project that is full', 'Reached maximum number of instances in project "hostler"', 'refused'],
  ['a change that the engine refuses for its own reasons', 'Invalid devices: root', 'refused'],
])('%s is told from the others', (_what, message, code) => {
  expect(translateError(new ApiError(undefined, message))).toMatchObject({ name: 'EngineError', code });
});

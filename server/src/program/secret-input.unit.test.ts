import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { optional, secret, text } from '#kernel/command.ts';
import { parseOptions } from './command-line.ts';
import { readSecrets } from './secret-input.ts';

const command = { name: 'person create', options: { name: text('Name.'), password: optional(secret('Password.')) } };

function read(args: string[], given: string) {
  return readSecrets(command, parseOptions(command, args), Readable.from([given]));
}

describe('a secret', () => {
  it('is read from standard input, up to the end of its line', async () => {
    const args = ['--name', 'Ada', '--password', '-'];
    expect(await read(args, 'correct horse\r\nmore\n')).toEqual({ name: 'Ada', password: 'correct horse' });
    expect(await read(args, ' with spaces ')).toEqual({ name: 'Ada', password: ' with spaces ' });
  });

  it('is missing if standard input has none', async () => {
    const args = ['--name', 'Ada', '--password', '-'];
    const sentence = '--password is - and standard input has no line for it.';
    await expect(read(args, '')).rejects.toThrow(sentence);
    await expect(read(args, '\nlater')).rejects.toThrow(sentence);
  });

  it('is used as given otherwise, like every other option', async () => {
    expect(await read(['--name', '-', '--password', 'given'], 'unread\n')).toEqual({ name: '-', password: 'given' });
    expect(await read(['--name', '-'], 'unread\n')).toEqual({ name: '-', password: undefined });
  });
});

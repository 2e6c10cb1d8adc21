import { readFile } from 'node:fs/promises';
import type { CommandOption, CommandOptions } from '../../kernel/command.ts';
import { AppError } from '../../kernel/errors.ts';
import { findForeignFormat } from './ssh-key.ts';
import { readSshKeys } from './ssh-keys.ts';

/** Of commands that make a VPS. */
export const sshKeyOptions: Record<'ssh-key' | 'ssh-key-file', CommandOption> = {
  'ssh-key': {
    type: 'string',
    repeatable: true,
    description: 'An OpenSSH public key that may log in as root.',
  },
  'ssh-key-file': {
    type: 'string',
    repeatable: true,
    description: 'A file of such keys, one on a line.',
  },
};

export async function readSshKeyOptions(options: CommandOptions): Promise<string[]> {
  const files = await Promise.all(options.strings('ssh-key-file').map(readKeyFile));
  return readSshKeys([...options.strings('ssh-key'), ...files.flat()], 'ssh-key');
}

/** As authorized_keys is written: empty lines and remarks are passed over. */
async function readKeyFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new AppError('BAD_REQUEST', `The file ${path} cannot be read.`, { cause });
  });
  if (findForeignFormat(text)) return [text];
  return text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
}

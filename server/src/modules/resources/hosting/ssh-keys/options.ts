import { readFile } from 'node:fs/promises';
import { texts, type Values } from '../../../../kernel/command.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { findForeignFormat } from './ssh-key.ts';

/** Of commands that make a VPS. */
export const sshKeyOptions = {
  ssh_key: texts('An OpenSSH public key that may log in as root.', { field: 'ssh_keys' }),
  ssh_key_file: texts('A file of such keys, one on a line.'),
};

/** All that were given, and what is in the files; whether they are any good is for the service to say. */
export async function readSshKeyOptions(given: Values<typeof sshKeyOptions>): Promise<string[]> {
  const fromFiles = await Promise.all(given.ssh_key_file.map(readKeyFile));
  return [...given.ssh_key, ...fromFiles.flat()];
}

/** As authorized_keys is written: empty lines and remarks are passed over. */
async function readKeyFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new AppError('BAD_REQUEST', `The file ${path} cannot be read.`, { cause });
  });
  if (findForeignFormat(text)) return [text];
  return text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
}

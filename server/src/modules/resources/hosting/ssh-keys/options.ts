import { readFile } from 'node:fs/promises';
import { texts, type Values } from '#kernel/command.ts';
import { errors } from './errors.ts';
import { findForeignFormat } from './ssh-key.ts';

/** Options of commands that create a VPS. */
export const sshKeyOptions = {
  ssh_key: texts('OpenSSH public key for root login.', { field: 'ssh_keys' }),
  ssh_key_file: texts('File with OpenSSH public keys, one per line.'),
};

/** Returns the given keys and those in the files. The service validates them. */
export async function readSshKeyOptions(given: Values<typeof sshKeyOptions>): Promise<string[]> {
  const fromFiles = await Promise.all(given.ssh_key_file.map(readKeyFile));
  return [...given.ssh_key, ...fromFiles.flat()];
}

/** Reads a file in the format of authorized_keys. Empty lines and comments are skipped. */
async function readKeyFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw errors.key_file_unreadable({ path }, { cause });
  });
  if (findForeignFormat(text)) return [text];
  return text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
}

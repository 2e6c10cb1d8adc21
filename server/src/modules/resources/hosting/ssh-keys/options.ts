import { readFile } from 'node:fs/promises';
import { texts, type Values } from '../../../../kernel/command.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { findForeignFormat } from './ssh-key.ts';
import { readSshKeys } from './ssh-keys.ts';

/** Of commands that make a VPS. */
export const sshKeyOptions = {
  ssh_key: texts('An OpenSSH public key that may log in as root.'),
  ssh_key_file: texts('A file of such keys, one on a line.'),
};

export async function readSshKeyOptions({
  ssh_key: keys,
  ssh_key_file: files,
}: Values<typeof sshKeyOptions>): Promise<string[]> {
  const fromFiles = await Promise.all(files.map(readKeyFile));
  return readSshKeys([...keys, ...fromFiles.flat()], 'ssh-key');
}

/** As authorized_keys is written: empty lines and remarks are passed over. */
async function readKeyFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new AppError('BAD_REQUEST', `The file ${path} cannot be read.`, { cause });
  });
  if (findForeignFormat(text)) return [text];
  return text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SUMS = 'SHA256SUMS';
/** A signature for another purpose with the same key is not accepted. */
const NAMESPACE = 'hostler-release';

/** Writes the SHA-256 sums of all files of a folder, in the format of `sha256sum --check`. */
export function writeSums(folder: string): void {
  const names = readdirSync(folder).filter((name) => name !== SUMS && name !== `${SUMS}.sig`);
  const lines = names.toSorted().map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(folder, SUMS), lines.join(''));
}

/** Signs the sums with an SSH key. The signature covers every file. */
export function signSums(folder: string, key: string): void {
  const sums = join(folder, SUMS);
  if (!existsSync(key))
    throw new Error(`The key ${key} does not exist. Create one with: ssh-keygen -t ed25519 -f ${key}`);
  // ssh-keygen asks before it replaces a file.
  rmSync(`${sums}.sig`, { force: true });
  execFileSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', NAMESPACE, sums], { stdio: ['inherit', 2, 2] });
}

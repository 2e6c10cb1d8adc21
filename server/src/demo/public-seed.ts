import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marks a folder whose content may be deleted, and has the seed of the passwords, which stay the same. */
export const PUBLIC_DEMO_FILE = 'public-demo.json';

const PASSWORD_LENGTH = 16;

export function writeDemoSeed(dataDir: string): void {
  const seed = randomBytes(32).toString('hex');
  writeFileSync(join(dataDir, PUBLIC_DEMO_FILE), `${JSON.stringify({ seed })}\n`, { mode: 0o600, flush: true });
}

/** Returns the function that derives passwords, which are the same after every reset, because they are published. */
export function readDemoPasswords(dataDir: string): (email: string) => string {
  const { seed } = JSON.parse(readFileSync(join(dataDir, PUBLIC_DEMO_FILE), 'utf8')) as { seed: string };
  return (email) => createHmac('sha256', seed).update(email).digest('hex').slice(0, PASSWORD_LENGTH);
}

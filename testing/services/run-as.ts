import { readFileSync } from 'node:fs';

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the ids to start a process with, or undefined if the runner is not root and everything runs as itself. */
export function readUserIds(user: string | undefined): UserIds | undefined {
  if (user === undefined || process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`There is no user "${user}" to run the service as.`);
  return { uid: Number(uid), gid: Number(gid) };
}

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'hostler-services-';
const recordFile = 'processes.json';
const youngMs = 60_000;

interface ProcessIdentity {
  readonly pid: number;
  /** A pid is reused after a while; together with the start time it is unique. */
  readonly startTime: string;
}

interface InstanceRecord {
  readonly host: string;
  readonly runner: ProcessIdentity;
  readonly servers: readonly ProcessIdentity[];
}

/** The temporary folder of a run. It records its processes, so that a later run can clean up after a killed one. */
export interface InstanceFolder {
  readonly path: string;
  recordServer(pid: number): void;
  remove(): void;
}

export function createInstanceFolder(): InstanceFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  // Servers run as other users and need to traverse it.
  chmodSync(path, 0o711);
  const servers: ProcessIdentity[] = [];
  const runner = identify(process.pid);
  const write = () => {
    const record: InstanceRecord = { host: hostname(), runner, servers };
    writeFileSync(join(path, recordFile), JSON.stringify(record), { mode: 0o600 });
  };
  write();
  return {
    path,
    recordServer(pid) {
      servers.push(identify(pid));
      write();
    },
    remove: () => removeFolder(path),
  };
}

/** Ends the servers and removes the folders of killed runs. */
export function removeLeftovers(cleanUp: (folder: string) => void): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    // The temporary folder is shared: only records of this user are trusted.
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined || !status.isDirectory() || status.uid !== process.getuid?.()) continue;
    const record = readRecord(path);
    if (record === undefined && Date.now() - status.mtimeMs < youngMs) continue;
    if (record !== undefined && (record.host !== hostname() || isAlive(record.runner))) continue;
    for (const server of record?.servers ?? []) {
      if (isAlive(server)) process.kill(server.pid, 'SIGKILL');
    }
    cleanUp(path);
    removeFolder(path);
  }
}

/** Synchronous, because it also runs while the process exits. An ending server may still write a file in there. */
export function removeFolder(path: string): void {
  for (let attempt = 1; attempt <= 40 && existsSync(path); attempt += 1) {
    if (attempt > 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Retried; the next run removes what remains.
    }
  }
}

function readRecord(path: string): InstanceRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(path, recordFile), 'utf8'));
  } catch {
    return undefined;
  }
}

function identify(pid: number): ProcessIdentity {
  return { pid, startTime: readStartTime(pid) ?? '' };
}

function isAlive(identity: ProcessIdentity): boolean {
  return identity.startTime !== '' && readStartTime(identity.pid) === identity.startTime;
}

function readStartTime(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses and may contain spaces; the third is the state (Z: zombie), the 22nd
    // the start time.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../services/find-command.ts';
import { lxd, startLxdServer } from '../services/lxd.ts';
import type { ServerProcess } from '../services/service.ts';
import { spawnServer } from '../services/spawn-server.ts';

/** With these it unpacks images and archives, and packs copies. */
type HeldProgram = 'tar' | 'gzip';

/** Work of the engine's that goes no further until it is let go. */
export interface Held {
  /** Whether it has come that far. */
  isReached(): boolean;
  letGo(): void;
}

/** An LXD of one test's own, which may be treated badly. */
export interface PrivateEngine {
  readonly url: string;
  /** Ends it in the middle of everything, machines included, as a power cut would. */
  crash(): Promise<void>;
  comeBack(): Promise<void>;
  /** Whatever it runs this program for from now on waits: the middle of a work that is over in a moment otherwise. */
  hold(program: HeldProgram): Held;
  /** Runs a command where its files are mounted. */
  runInside(command: string, ...args: string[]): Promise<void>;
  readonly folder: string;
  close(): Promise<void>;
}

/** Beside the one of this run, if that was started by us: its folder is cleared up even when this process is killed. */
export async function startPrivateEngine(beside: string): Promise<PrivateEngine> {
  const service = dirname(dirname(beside.slice('unix:'.length)));
  const parent = existsSync(join(service, 'https-url')) ? dirname(service) : tmpdir();
  const folder = mkdtempSync(join(parent, 'private-lxd-'));
  chmodSync(folder, 0o711);
  let server: ServerProcess | undefined;
  const spawn = (command: string, args: readonly string[], deathSignal: 'TERM' | 'INT' | 'KILL') => {
    server = spawnServer(command, args, { folder, ids: undefined, deathSignal });
    return server;
  };
  const crash = async () => {
    if (!server || server.hasExited()) return;
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    lxd.cleanUp?.(folder);
  };
  const close = async () => {
    await crash();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const url = await lxd.start({ folder, durable: false, urlOf: async () => '', spawn });
    return {
      ...{ url, folder, crash, close, hold: (program) => holdProgram(folder, program) },
      async comeBack() {
        await startLxdServer({ folder, spawn });
      },
      async runInside(command, ...args) {
        await promisify(execFile)('nsenter', [`--mount=/proc/${server?.pid}/ns/mnt`, command, ...args]);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** By a script of the same name in front of it. */
function holdProgram(folder: string, program: HeldProgram): Held {
  const script = join(folder, 'bin', program);
  const reached = `${script}-reached`;
  mkdirSync(dirname(script), { recursive: true });
  const lines = [
    '#!/bin/sh',
    'if [ -e "$0-held" ]; then touch "$0-reached"; fi',
    'while [ -e "$0-held" ]; do sleep 0.05; done',
    `exec ${findCommand(program)} "$@"`,
  ];
  writeFileSync(`${script}-held`, '');
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 });
  return {
    isReached: () => existsSync(reached),
    letGo() {
      for (const path of [script, `${script}-held`, reached]) rmSync(path, { force: true });
    },
  };
}

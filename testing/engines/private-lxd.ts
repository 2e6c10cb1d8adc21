import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../services/find-command.ts';
import { lxd, startLxdServer } from '../services/lxd.ts';
import type { ServerProcess } from '../services/service.ts';
import { spawnServer } from '../services/spawn-server.ts';
import { findTracingProblem } from '../services/strace.ts';

/** Programs with which the engine unpacks images and archives, and compresses copies. */
type HeldProgram = 'tar' | 'gzip';

/** An operation of the engine that is paused. */
export interface Held {
  /** Returns whether the pause is reached. */
  isReached(): boolean;
  letGo(): void;
}

/** A private LXD of one test, which may be crashed. */
export interface PrivateEngine {
  readonly url: string;
  /** Kills it with its machines, like a power cut. */
  crash(): Promise<void>;
  comeBack(): Promise<void>;
  /** Lets it crash when it is about to rename this path, or to rename something to it. */
  crashAtRename(path: string): Promise<void>;
  /** Pauses the engine whenever it runs this program, in the middle of operations that are otherwise too short. */
  hold(program: HeldProgram): Held;
  /** Runs a script with `lxd` and `lxc` of this engine, as its operator would. */
  operate(script: string): Promise<void>;
  /** Runs a command in its mount namespace. */
  runInside(command: string, ...args: string[]): Promise<void>;
  /** Returns the process whose namespaces it runs in. */
  pid(): number;
  /** Runs a command in its network, and returns the output. */
  readInNetwork(command: string, ...args: string[]): Promise<string>;
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Starts it next to the LXD of this run, if we started that one: its folder is removed even if this process is killed.
 */
export async function startPrivateEngine(beside: string): Promise<PrivateEngine> {
  const service = dirname(dirname(beside.slice('unix:'.length)));
  const parent = existsSync(join(service, 'https-url')) ? dirname(service) : tmpdir();
  const folder = mkdtempSync(join(parent, 'private-lxd-'));
  chmodSync(folder, 0o711);
  let server: ServerProcess | undefined;
  const spawnIn = (command: string, args: readonly string[], deathSignal: 'TERM' | 'INT' | 'KILL') => {
    server = spawnServer(command, args, { folder, ids: undefined, deathSignal });
    return server;
  };
  const crash = async () => {
    if (!server) return;
    if (!server.hasExited()) process.kill(server.pid, 'SIGKILL');
    await server.exited;
    lxd.cleanUp?.(folder);
  };
  const close = async () => {
    await crash();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const url = await lxd.start({ folder, durable: false, urlOf: async () => '', spawn: spawnIn });
    return {
      ...{ url, folder, crash, close, hold: (program) => holdProgram(folder, program) },
      async comeBack() {
        await startLxdServer({ folder, spawn: spawnIn });
      },
      crashAtRename: (path) => killAtRename(findEngine(server?.pid ?? 0), path),
      async operate(script) {
        const inside = ['-t', String(findEngine(server?.pid ?? 0)), '-m', '-n', '-p', 'env', `LXD_DIR=${folder}/data`];
        await promisify(execFile)('nsenter', [...inside, 'sh', '-ec', script]);
      },
      pid: () => server?.pid ?? 0,
      async readInNetwork(command, ...args) {
        return (await promisify(execFile)('nsenter', [`--net=/proc/${server?.pid}/ns/net`, command, ...args])).stdout;
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

/** Returns the engine: the child of the shell that is the first process of its namespace. */
function findEngine(namespace: number): number {
  const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
  return childOf(childOf(namespace));
}

/** Resolves as soon as the process is traced. The tracer ends with it. */
async function killAtRename(pid: number, path: string): Promise<void> {
  const problem = findTracingProblem();
  if (problem !== undefined) throw new Error(problem);
  const calls = 'rename,renameat,renameat2';
  const args = ['-f', '-P', path, '-e', `trace=${calls}`, '-e', `inject=${calls}:signal=KILL`, '-p', String(pid)];
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    tracer.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('attached')) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${said}`)));
    tracer.once('error', reject);
  });
}

/** Puts a script of the same name before the program. */
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

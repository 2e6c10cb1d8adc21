import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@hostler/testing/until.ts';

const execute = promisify(execFile);
const LARGE = { maxBuffer: 2 ** 26 };

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** A Debian in a folder, without network. Commands run in it with or without a running systemd. */
export class Debian {
  readonly folder: string;
  readonly #packages: string;
  #booted: { readonly container: ChildProcess; readonly init: string } | undefined;

  /** `packages` is a folder that is `/packages` inside. */
  constructor(folder: string, packages: string) {
    this.folder = folder;
    this.#packages = packages;
  }

  /** Runs a shell command. Returns its exit code and everything it printed. */
  async run(command: string): Promise<Ran> {
    const shell = ['/bin/sh', '-c', `${command} 2>&1`];
    const [program = '', ...args] = this.#booted
      ? ['nsenter', '--target', this.#booted.init, '--all', ...shell]
      : ['systemd-nspawn', ...this.#bounds, '--pipe', '--as-pid2', ...shell];
    try {
      return { code: 0, output: (await execute(program, args, LARGE)).stdout };
    } catch (error) {
      const { code, stdout } = error as { code: unknown; stdout: string };
      if (typeof code !== 'number') throw error;
      return { code, output: stdout };
    }
  }

  /** Runs a command that must succeed, and returns what it printed. */
  async must(command: string): Promise<string> {
    const { code, output } = await this.run(command);
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
    return output.trim();
  }

  /** Starts systemd and waits until it has started everything. */
  async boot(): Promise<void> {
    const container = spawn('systemd-nspawn', [...this.#bounds, '--console=pipe', '--boot'], { stdio: 'ignore' });
    const children = `/proc/${container.pid}/task/${container.pid}/children`;
    const init = await until(() => readFileSync(children, 'utf8').split(' ').find(isInit), { everyMs: 100 });
    this.#booted = { container, init };
    await until(async () => /running|degraded/.test((await this.run('systemctl is-system-running')).output), {
      everyMs: 300,
    });
  }

  async halt(): Promise<void> {
    if (this.#booted === undefined) return;
    const { container, init } = this.#booted;
    const ended = new Promise((resolve) => container.once('exit', resolve));
    // Everything in the container ends with its first process, which outlives systemd-nspawn.
    if (container.exitCode === null && container.signalCode === null) {
      process.kill(Number(init), 'SIGKILL');
      await ended;
    }
    this.#booted = undefined;
  }

  /** Removes the folder that holds the folder of this Debian. */
  async remove(): Promise<void> {
    await this.halt();
    await rm(dirname(this.folder), { recursive: true, force: true });
  }

  /** Makes a copy of a Debian that is not running. */
  async copy(folder: string): Promise<Debian> {
    await execute('cp', ['--archive', '--no-target-directory', this.folder, folder]);
    return new Debian(folder, this.#packages);
  }

  get #bounds(): string[] {
    return [
      ...['--directory', this.folder, '--quiet', '--register=no', '--keep-unit', '--private-network'],
      ...['--link-journal=no', '--bind-ro', `${this.#packages}:/packages`],
    ];
  }
}

/** Returns whether a process is the first one of a container. Before it, systemd-nspawn has a child for the preparation. */
function isInit(pid: string): boolean {
  try {
    return /^NSpid:\t\d+\t1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

interface MakeOptions {
  readonly suite?: string;
  /** Names of further packages, because a Debian without network cannot install them later. */
  readonly more?: readonly string[];
}

/** Makes a Debian with nothing but what a minimal installation has, and systemd. */
export async function makeDebian(
  folder: string,
  packages: string,
  { suite = 'bookworm', more = [] }: MakeOptions = {},
): Promise<Debian> {
  const included = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'debconf', 'curl', ...more].join(',');
  // Without a wait for the disk after each file: this Debian need not survive a power cut.
  const options = ['--variant=minbase', `--include=${included}`, '--dpkgopt=force-unsafe-io', '--quiet'];
  await execute('mmdebstrap', [...options, suite, folder], LARGE);
  return new Debian(folder, packages);
}

/** Returns the reason if this machine cannot run a Debian with systemd, as in a container without privileges. */
export async function probeDebian(folder: string): Promise<string | undefined> {
  const debian = new Debian(folder, join(folder, '../packages'));
  try {
    await debian.must('true');
    await debian.boot();
    return undefined;
  } catch (error) {
    return `this machine cannot run systemd-nspawn: ${(error as Error).message.split('\n')[0]}`;
  } finally {
    await debian.halt();
  }
}

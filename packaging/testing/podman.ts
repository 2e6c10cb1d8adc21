import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Limits that need no privilege: a machine may refuse to raise its own. */
export const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

/** Podman with a storage of its own in a folder. It uses runc, which also runs on control groups of version 1. */
export class Podman {
  readonly #storage: string;
  readonly options: readonly string[];

  constructor(folder: string) {
    this.#storage = join(folder, 'podman');
    const storage = ['--root', join(this.#storage, 'root'), '--runroot', join(this.#storage, 'run')];
    this.options = [...storage, '--storage-driver', 'vfs', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
  }

  /** Runs a command of podman that must succeed, and returns what it printed. */
  async run(...args: string[]): Promise<string> {
    const { stdout } = await execute('podman', [...this.options, ...args], { maxBuffer: 2 ** 26 });
    return stdout.trim();
  }

  /** Runs a command and returns its exit code. */
  async code(...args: string[]): Promise<number> {
    return this.run(...args).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
  }

  /** Loads a compressed archive, and returns the name of the image. */
  async load(file: string): Promise<string> {
    const load = 'archive=$1; shift; gzip -dc "$archive" | podman "$@" load --quiet';
    const { stdout } = await execute('sh', ['-c', load, 'sh', file, ...this.options]);
    return stdout.trim().replace(/^Loaded image: /, '');
  }

  /** Imports a root file system as an image. */
  async import(archive: string, name: string): Promise<void> {
    await this.run('import', '--quiet', archive, name);
  }

  /** Removes all containers, networks and images. */
  remove(): void {
    try {
      execFileSync('podman', [...this.options, 'rm', '--all', '--force', '--time', '0'], { stdio: 'ignore' });
    } finally {
      rmSync(this.#storage, { recursive: true, force: true });
    }
  }
}

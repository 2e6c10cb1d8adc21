import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkPackages } from '../../testing/link-packages.ts';
import type { Mutation } from './generate.ts';

const SERVICES_OF_TESTS = 'testing/vitest-setup.ts';

/** A copy of the files in a temporary folder, so that no mutation is ever committed. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), 'hostler-mutate-'));
  readonly #root: string;

  constructor(root: string, files: readonly string[]) {
    this.#root = root;
    for (const file of files) this.#copy(file);
    linkPackages(root, this.folder);
    // The services are started once for all runs, which find them in the environment.
    writeFileSync(join(this.folder, SERVICES_OF_TESTS), 'export function setup(): void {}\n');
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  }

  async with<T>({ file, text }: Mutation, use: () => Promise<T>): Promise<T> {
    writeFileSync(join(this.folder, file), text);
    try {
      return await use();
    } finally {
      this.#copy(file);
    }
  }

  #copy(file: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    cpSync(join(this.#root, file), join(this.folder, file));
  }
}

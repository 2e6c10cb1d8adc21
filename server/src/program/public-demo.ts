import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_DEMO_FILE, writeDemoSeed } from '#demo/public-seed.ts';
import { HOUR } from '#kernel/time.ts';
import { ConfigError } from '#settings/readers.ts';
import type { Running } from './serve.ts';

interface Options {
  readonly dataDir: string;
  readonly everyMs?: number;
  /** Starts a server on the empty folder. */
  start(): Promise<Running>;
  onFailure(error: unknown): void;
}

/** Serves a demo for visitors. Every hour it stops, deletes everything, and starts again with the same passwords. */
export async function servePublicDemo({ dataDir, everyMs = HOUR, start, onFailure }: Options): Promise<Running> {
  claimFolder(dataDir);
  clearFolder(dataDir);
  let running = await start();
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  let resetting: Promise<void> = Promise.resolve();
  const reset = async () => {
    await running.stop({ atOnce: true });
    clearFolder(dataDir);
    running = await start();
  };
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(() => {
      resetting = reset().then(plan, (error: unknown) => {
        onFailure(error);
        fail();
      });
    }, everyMs);
  };
  plan();
  return {
    get url() {
      return running.url;
    },
    failed,
    async stop(options) {
      await resetting;
      clearTimeout(timer);
      await running.stop(options);
    },
  };
}

/** Refuses a folder with other data: it would be deleted. */
function claimFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (existsSync(join(dataDir, PUBLIC_DEMO_FILE))) return;
  if (readdirSync(dataDir).length > 0) {
    throw new ConfigError(
      `A public demo deletes its data every hour, and ${dataDir} has other files. Set HOSTLER_DATA_DIR to an empty folder.`,
    );
  }
  writeDemoSeed(dataDir);
}

function clearFolder(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name !== PUBLIC_DEMO_FILE) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

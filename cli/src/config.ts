import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError } from './failure.ts';

/** An account on one installation. */
export interface Context {
  readonly url: string;
  /** Live key. */
  readonly token?: string | undefined;
  /** Test key, for `--sandbox`. */
  readonly test_token?: string | undefined;
  /** Certificate authority of the server, as PEM. */
  readonly ca?: string | undefined;
}

export interface Config {
  readonly current?: string | undefined;
  readonly contexts: Readonly<Record<string, Context>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function configFolder(env: Environment): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(base, 'hostctl');
}

function configFile(env: Environment): string {
  return env.HOSTCTL_CONFIG || join(configFolder(env), 'config.json');
}

export function readConfig(env: Environment): Config {
  const file = configFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { contexts: {} };
    throw new CliError(`Cannot read ${file}: ${(error as Error).message}`);
  }
  restrict(file);
  try {
    const { current, contexts } = JSON.parse(text) as Config;
    return { current, contexts: contexts ?? {} };
  } catch {
    // The message of the parser would quote the file, which has keys.
    throw new CliError(`${file} is not valid JSON. Correct it, or remove it and sign in again.`);
  }
}

/** Replaces the file at once, readable by its owner only. */
export function writeConfig(env: Environment, config: Config): void {
  writePrivately(configFile(env), `${JSON.stringify(config, null, 2)}\n`);
}

export function writePrivately(file: string, content: string): void {
  const making = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(making, content, { mode: 0o600, flag: 'wx' });
    renameSync(making, file);
  } catch (error) {
    rmSync(making, { force: true });
    throw new CliError(`Cannot write ${file}: ${(error as Error).message}`);
  }
}

/** Other users must not read keys, for example after a copy of the file. Windows has no such modes. */
function restrict(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch {
    process.stderr.write(`Warning: other users can read ${file}. Run: chmod 600 ${file}\n`);
  }
}

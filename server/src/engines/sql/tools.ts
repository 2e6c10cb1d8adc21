import { execFile } from 'node:child_process';
import { access, constants, glob, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toolMissing } from './failure.ts';

/** An installed command line tool of the database vendor. */
export interface Tool {
  readonly path: string;
  /** For example `15.18`. */
  readonly version: string;
}

export interface ToolSource {
  /** Folders to search, with `*` for version folders; by default those of distributions. */
  readonly folders: readonly string[] | undefined;
  /** Extracts the version from the output of a program; a program of another vendor does not match. */
  readonly versionPattern: RegExp;
  /** Advice for the operator if a program is missing. */
  readonly advice: string;
}

export interface Toolbox {
  /** Returns the newest program of that name; undefined if there is none. */
  find(name: string): Promise<Tool | undefined>;
  /** Throws `refused` if there is none. */
  require(name: string): Promise<Tool>;
}

/** Program folders of distributions. Debian and Red Hat separate the versions of PostgreSQL. */
export const standardFolders: readonly string[] = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
];

const rememberedMs = 60_000;

export function createToolbox({ folders = standardFolders, versionPattern, advice }: ToolSource): Toolbox {
  const known = new Map<string, { tool: Tool; until: number }>();

  async function find(name: string): Promise<Tool | undefined> {
    const remembered = known.get(name);
    if (remembered && remembered.until > performance.now()) return remembered.tool;
    const candidates = await Promise.all((await listPrograms(name)).map(readTool));
    const tool = candidates.filter((candidate) => candidate !== undefined).toSorted(compareNewestFirst)[0];
    if (tool) known.set(name, { tool, until: performance.now() + rememberedMs });
    return tool;
  }

  async function listPrograms(name: string): Promise<string[]> {
    const paths = new Set<string>();
    for (const folder of folders) {
      for await (const path of glob(join(folder, name))) {
        if (await isExecutable(path)) paths.add(await realpath(path));
      }
    }
    return [...paths];
  }

  async function readTool(path: string): Promise<Tool | undefined> {
    try {
      const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000, env: {} });
      const version = versionPattern.exec(stdout)?.[1];
      return version === undefined ? undefined : { path, version };
    } catch {
      return undefined;
    }
  }

  return {
    find,
    async require(name) {
      const tool = await find(name);
      if (!tool) throw toolMissing(`${name} is missing. ${advice}`);
      return tool;
    },
  };
}

/** Parses `15.18` to [15, 18]. */
export function readVersion(version: string): number[] {
  return version.split('.').map(Number);
}

function compareNewestFirst(a: Tool, b: Tool): number {
  const [ours, theirs] = [readVersion(a.version), readVersion(b.version)];
  const differing = ours.findIndex((part, index) => part !== theirs[index]);
  return differing < 0 ? 0 : (theirs[differing] ?? 0) - (ours[differing] ?? 0);
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

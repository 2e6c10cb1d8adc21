import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServingProgram, serveProgram } from './serve-program.ts';

const execute = promisify(execFile);

interface Config {
  readonly config: { readonly Env: readonly string[]; readonly User: string; readonly Entrypoint: readonly string[] };
}

interface Unpacked {
  /** Runs a command as the user of the image, and returns what it printed. */
  run(command: readonly string[], settings?: Readonly<Record<string, string>>): Promise<string>;
  /** Starts the server on a free port. */
  serve(): Promise<ServingProgram>;
}

/** Unpacks the layers of an image, to run its programs without a container. */
export async function unpackImage(file: string, folder: string): Promise<Unpacked> {
  const layers = join(folder, 'layers');
  const rootFolder = join(folder, 'root');
  for (const each of [layers, rootFolder]) await mkdir(each, { recursive: true });
  await execute('tar', ['-xzf', file, '-C', layers]);
  const read = async (name: string) => JSON.parse(await readFile(join(layers, name), 'utf8'));
  const [manifest] = (await read('manifest.json')) as { Config: string; Layers: string[] }[];
  if (manifest === undefined) throw new Error('The archive has no image.');
  for (const layer of manifest.Layers) await execute('tar', ['-xf', join(layers, layer), '-C', rootFolder]);
  const { config } = (await read(manifest.Config)) as Config;
  const inside = (command: readonly string[], settings: Readonly<Record<string, string>>) => {
    const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return [`--userspec=${config.User}`, rootFolder, '/usr/bin/env', '-i', ...config.Env, ...given, ...command];
  };
  return {
    async run(command, settings = {}) {
      return (await execute('chroot', inside(command, settings))).stdout.trim();
    },
    serve() {
      const settings = { HOSTLER_HOST: '127.0.0.1', HOSTLER_PORT: '0' };
      return serveProgram('chroot', inside([...config.Entrypoint, 'serve'], settings));
    },
  };
}

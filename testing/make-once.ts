import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

type Outcome<T> = { readonly value: T } | { readonly error: string };

/**
 * Creates a shared resource once among parallel test files: the process that creates the folder runs `make`, and the
 * others wait. All get the result or the error.
 */
export async function makeOnce<T>(folder: string, make: () => Promise<T>): Promise<T> {
  const file = join(folder, 'made.json');
  if ((await mkdir(folder, { recursive: true })) !== undefined) {
    const outcome: Outcome<T> = await make().then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    );
    // Renamed into place, so that readers see it completely.
    await writeFile(`${file}.part`, JSON.stringify(outcome));
    await rename(`${file}.part`, file);
  }
  while (!existsSync(file)) await pause(50);
  const made = JSON.parse(await readFile(file, 'utf8')) as Outcome<T>;
  if ('error' in made) throw new Error(made.error);
  return made.value;
}

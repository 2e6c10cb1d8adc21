import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FIRST_RELEASE, findLastRelease, unpackRelease } from '../../testing/last-release.ts';

/** Makes a data folder with the first release, with one account. */
export async function makeReleasedData(folder: string, data: string): Promise<void> {
  const program = join(folder, 'released');
  await mkdir(program);
  unpackRelease(findLastRelease(FIRST_RELEASE) ?? '', program);
  const args = [
    join(program, 'server/src/main.ts'),
    'account',
    'create',
    '--name',
    'Ada',
    '--email',
    'ada@example.com',
  ];
  await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, HOSTLER_DATA_DIR: data } });
  await rm(program, { recursive: true });
}

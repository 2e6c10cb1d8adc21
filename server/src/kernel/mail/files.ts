import { access, constants, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailDriver, OutgoingMail } from './driver.ts';
import { writeEml } from './eml.ts';

/**
 * Mail as files in a folder, for laptops and for trying things out: one `.eml` each, for the eyes of their owner. An
 * installation that is public needs another driver, and its check says so.
 */
export function createMailFiles(folder: string, { isPublic = false }: { isPublic?: boolean } = {}): MailDriver {
  return {
    async send(mail) {
      const file = join(folder, nameFile(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(file, writeEml(mail));
      return { file };
    },

    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
        const detail = `Nobody gets mail: it is written to files in ${folder}. HOSTLER_SMTP_URL is for sending it.`;
        const advice = isPublic
          ? 'Set HOSTLER_SMTP_URL: the public address is https, so customers wait for their mail.'
          : null;
        return { reachable: true, version: 'files', detail, advice };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const detail = `${folder} cannot be written (${code}).`;
        return { reachable: false, version: null, detail, advice: 'Mend that, or set HOSTLER_SMTP_URL.' };
      }
    },
  };
}

/** The same for every attempt: one that was written by a worker that died is written once more and not twice. */
function nameFile({ id, createdAt }: OutgoingMail): string {
  const time = new Date(createdAt).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${time}-${String(id).padStart(6, '0')}.eml`;
}

/** Wholly there, also after a power cut, or not at all. */
async function writeWhole(path: string, content: string): Promise<void> {
  const partial = `${path}.part`;
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
  const folder = await open(join(path, '..'), 'r');
  await folder.sync().finally(() => folder.close());
}

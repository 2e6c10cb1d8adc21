import { access, constants, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailDriver, OutgoingMail } from './driver.ts';
import { writeEml } from './eml.ts';

/**
 * Writes mail as `.eml` files to a folder, readable only by their owner. For development and evaluation. The check of a
 * public installation reports that another driver is needed.
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
        const detail = `Mail is not sent: it is written to files in ${folder}. Set HOSTLER_SMTP_URL to send it.`;
        const advice = isPublic
          ? 'Set HOSTLER_SMTP_URL: the public address is https, but mail is only written to files.'
          : null;
        return { reachable: true, version: 'files', detail, advice };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const detail = `${folder} cannot be written (${code}).`;
        return {
          reachable: false,
          version: null,
          detail,
          advice: 'Make the folder writable, or set HOSTLER_SMTP_URL.',
        };
      }
    },
  };
}

/** Returns the same name for every attempt, so a mail that a dead worker wrote already does not become two files. */
function nameFile({ id, createdAt }: OutgoingMail): string {
  const time = new Date(createdAt).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${time}-${String(id).padStart(6, '0')}.eml`;
}

/** Writes a file atomically and durably: after a power cut it is complete or absent. */
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

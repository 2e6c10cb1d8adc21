import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, command, integer } from '#kernel/command.ts';
import { conflict } from '#kernel/errors.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { DAY, formatTime, HOUR } from '#kernel/time.ts';
import { explain } from '#program/explain.ts';
import type { Hostler } from '#program/hostler.ts';
import { describeLackOfSpace, measureDisk } from '#upgrade/disk.ts';
import { measure } from '#upgrade/measure.ts';
import { copyData, readLastCopy } from './backup-data.ts';
import { nameCopy, removeOldCopies } from './copy-folder.ts';

/** Copies that stay by default. */
const KEPT = 7;
/** Less than the shortest time between two nights: another machine, or a schedule of the operator, has made a copy. */
const RECENT_MS = 23 * HOUR;

type Installation = Pick<Hostler, 'db' | 'config' | 'vault' | 'clock'>;

interface Dependencies extends Installation {
  readonly staffMail: StaffMail;
}

interface NightlyCopy {
  /** Absent if another copy makes this one unnecessary. */
  readonly file?: string;
  readonly deleted?: readonly string[];
  readonly note: string;
}

export function nightlyCopyCommand({ staffMail, ...installation }: Dependencies): Command {
  const { db, clock, config } = installation;

  async function tellStaff(reason: string): Promise<void> {
    const now = clock.now();
    await db.write(() =>
      staffMail.toStaff({
        kind: 'backup-failed',
        // Once a day, also if several machines try.
        cause: `nightly copy ${Math.floor(now / DAY)}`,
        letter: {
          subject: 'The nightly copy of the data has failed',
          paragraphs: [
            reason,
            `The older copies in ${config.copyDir} were kept. After you have solved this, make a copy with: hostler nightly-copy`,
          ],
        },
        nature: 'alert',
        now,
      }),
    );
  }

  return command({
    name: 'nightly-copy',
    route: { local: 'It works on the files of the installation.' },
    summary: 'Copy the database, read the copy back and delete old ones. Staff get a mail if it fails.',
    options: { keep: integer('Nightly copies that stay.', { default: KEPT }) },
    async run({ keep }): Promise<NightlyCopy> {
      if (keep < 1) throw conflict('--keep must be 1 or more.');
      try {
        return await copyNightly(installation, keep);
      } catch (error) {
        // A mail that cannot be stored must not hide the reason.
        await tellStaff(explain(error).split('\n', 1).join()).catch(() => {});
        throw error;
      }
    },
  });
}

async function copyNightly(installation: Installation, keep: number): Promise<NightlyCopy> {
  const { db, config, clock } = installation;
  const now = clock.now();
  const last = await db.read(readLastCopy());
  if (last !== undefined && now - last < RECENT_MS) {
    return { note: `A copy was made on ${formatTime(last)} already.` };
  }
  mkdirSync(config.copyDir, { recursive: true, mode: 0o700 });
  const { bytes } = await measure(config);
  // The oldest copy is deleted after the new one was read back, and an upgrade makes a copy, too.
  const [lack] = describeLackOfSpace([measureDisk(config.copyDir, 'two copies of the data', 2 * bytes)]);
  if (lack) throw conflict(`The data cannot be copied. ${lack}`);
  const file = join(config.copyDir, nameCopy('nightly', now));
  await copyData(installation, file);
  return { file, deleted: removeOldCopies(config.copyDir, 'nightly', keep), note: 'The copy was read back.' };
}

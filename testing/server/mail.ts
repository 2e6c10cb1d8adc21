import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Mail of one folder. A wait for a mail lists the folder many times, and a file that is written never changes. */
let read = { folder: '', mails: new Map<string, Promise<Email>>() };

/** Returns the mail that a server without SMTP has written, oldest first. */
export async function readMails(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  if (read.folder !== folder) read = { folder, mails: new Map() };
  const { mails } = read;
  for (const name of names) mails.set(name, mails.get(name) ?? readMail(join(folder, name)));
  return Promise.all(names.map((name) => mails.get(name) as Promise<Email>));
}

async function readMail(file: string): Promise<Email> {
  return PostalMime.parse(await readFile(file));
}

/** Waits until a matching mail to this address exists; fails by the time limit of the test. */
export async function untilMail(
  dataDir: string,
  to: string,
  fits: (mail: Email) => boolean = () => true,
): Promise<Email> {
  for (;;) {
    const mails = await readMails(dataDir);
    const found = mails.findLast((mail) => mail.to?.some(({ address }) => address === to) && fits(mail));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the part after the # of the link in a mail. */
export function secretIn({ text = '' }: Email): string {
  const [, secret] = /https?:\/\/\S+#(\S+)/.exec(text) ?? [];
  if (!secret) throw new Error('there is no link in this mail');
  return secret;
}

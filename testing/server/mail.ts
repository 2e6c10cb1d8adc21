import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Returns the mail that a server without SMTP has written, oldest first. */
export async function readMails(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
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

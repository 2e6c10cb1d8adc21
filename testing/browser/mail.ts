import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** Returns the link in the newest mail to an address, from the files of an installation without a mail server. */
export async function findLink(dataDir: string, address: string, path: string): Promise<string | undefined> {
  const folder = join(dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  for (const file of files
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()) {
    const mail = await PostalMime.parse(await readFile(join(folder, file)));
    if (!mail.to?.some((to) => to.address === address)) continue;
    const [link] = mail.text?.match(new RegExp(`https?://\\S+${path}#\\S+`)) ?? [];
    if (link) return link;
  }
  return undefined;
}

import { join } from 'node:path';
import { collectLicences } from '../server/licences.ts';
import { listShipped } from './shipped.ts';

/** Returns the licence of every shipped package: first a list, then the texts. */
export async function writeLicences(root: string, node: string): Promise<string> {
  const shipped = listShipped(root);
  const rows = [`node ${node}  MIT and others, see LICENCE.node in the Debian package`];
  for (const { name, version, licence } of shipped) rows.push(`${name} ${version}  ${licence}`);
  const texts = await collectLicences(shipped.map(({ path }) => join(root, path)));
  const lines = [...new Set(rows)].join('\n');
  return `Licences of the packages that Hostler contains.\n\n${lines}\n\n${'='.repeat(80)}\n\n${texts}\n`;
}

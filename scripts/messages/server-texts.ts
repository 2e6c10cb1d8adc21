import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DeclaredText } from '../../panel/messages/declared.ts';
import type { DefinedText } from '../../server/src/kernel/texts/define-texts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the texts of mails and documents: every table that a `texts.ts` of the server exports. */
export async function listServerTexts(): Promise<DeclaredText[]> {
  const files = globSync('server/src/**/texts.ts', { cwd: root }).sort();
  const tables = await Promise.all(
    files.map(async (file) => {
      const exported = Object.values((await import(`${root}${file}`)) as Record<string, Record<string, DefinedText>>);
      return exported.flatMap((table) =>
        Object.values(table).map(({ context, template }) => ({ context, text: template, file })),
      );
    }),
  );
  return tables.flat();
}

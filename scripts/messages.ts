// Writes the texts of the panel into the files of its languages, `panel/src/locales/*.po`. `--check` fails on a missing
// or unused message, and on a translation whose placeholders differ from the source.
import { extractMessages, LANGUAGES, readCatalogue, writeCatalogue } from '../panel/messages/catalogue.ts';
import { compareCatalogue } from '../panel/messages/compare.ts';
import { OFFERED } from '../panel/src/locales/languages.ts';

const extracted = await extractMessages();
let failed = false;
for (const language of LANGUAGES) {
  if (!process.argv.includes('--check')) await writeCatalogue(language, extracted);
  const catalogue = await readCatalogue(language);
  const problems = compareCatalogue(extracted, catalogue, Object.hasOwn(OFFERED, language));
  for (const problem of problems) console.error(`${language}.po: ${problem}`);
  const open = Object.values(catalogue).filter(({ translation }) => !translation).length;
  console.log(`${language}.po: ${Object.keys(catalogue).length} messages, ${open} without a translation`);
  if (problems.length > 0) failed = true;
}
if (failed) {
  console.error('Run `npm run messages`, then translate the missing messages. See panel/src/locales/README.md.');
  process.exitCode = 1;
}

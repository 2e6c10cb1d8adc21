// Writes the texts of the product into the files of its languages, `locales/*.po`. `--check` fails on a missing or unused
// message, and on a translation whose placeholders differ from the source.
import { LANGUAGES, type Language } from '../locales/languages.ts';
import { extractMessages, readCatalogue, TRANSLATED, writeCatalogue } from '../panel/messages/catalogue.ts';
import { compareCatalogue } from '../panel/messages/compare.ts';
import { toMessages } from '../panel/messages/declared.ts';
import { readErrorTexts } from './messages/errors.ts';
import { readRecipeTexts } from './messages/recipes.ts';
import { readSentences } from './messages/sentences.ts';
import { listServerTexts } from './messages/server-texts.ts';
import { readStaffTexts } from './messages/staff.ts';
import { readWords } from './messages/words.ts';

const declared = [
  ...(await readErrorTexts()),
  ...readWords(),
  ...(await listServerTexts()),
  ...readRecipeTexts(),
  ...readSentences(),
  ...readStaffTexts(),
];
const extracted = { ...(await extractMessages()), ...toMessages(declared) };
let failed = false;
for (const language of TRANSLATED) {
  if (!process.argv.includes('--check')) await writeCatalogue(language, extracted);
  const catalogue = await readCatalogue(language);
  const problems = compareCatalogue(extracted, catalogue, LANGUAGES[language as Language].isOffered);
  for (const problem of problems) console.error(`${language}.po: ${problem}`);
  const open = Object.values(catalogue).filter(({ translation }) => !translation).length;
  console.log(`${language}.po: ${Object.keys(catalogue).length} messages, ${open} without a translation`);
  if (problems.length > 0) failed = true;
}
if (failed) {
  console.error('Run `npm run messages`, then translate the missing messages. See locales/README.md.');
  process.exitCode = 1;
}

import { expect, it } from 'vitest';
import { readCatalogue } from '../../panel/messages/catalogue.ts';
import { compareCatalogue } from '../../panel/messages/compare.ts';
import { toMessages } from '../../panel/messages/declared.ts';
import { translationsOfErrors } from '../../panel/messages/errors.ts';
import { readReasons } from '../docs/reasons.ts';
import { readErrorTexts } from './errors.ts';
import { readWords } from './words.ts';

const german = await readCatalogue('de');
const { reasons, words } = translationsOfErrors(german);

it('has a German text for every reason', async () => {
  const known = await readReasons();
  expect(known.length).toBeGreaterThan(600);
  expect(known.map(({ reason }) => reason).filter((reason) => !reasons[reason])).toEqual([]);
});

it('has German words for records, statuses and limits', () => {
  expect(words.what?.Invoice).toBe('Rechnung');
  expect(words.status?.running).toBe('Läuft');
  expect(words.each?.account).toBe('Dieses Konto');
  expect(words.amount?.['{n} API keys']).toBe('{n} API-Schlüsseln');
  expect(readWords().filter(({ text }) => text === '' || text.includes('undefined'))).toEqual([]);
});

it('fails on a reason without a German text', async () => {
  const file = 'server/src/a/errors.ts';
  const added = { context: 'error', text: 'The moon is too bright.', file, note: 'reason: moon_too_bright' };
  const sources = toMessages([...(await readErrorTexts()), added]);
  const problems = compareCatalogue(sources, german, true).filter((problem) => problem.startsWith('missing'));
  expect(problems).toEqual(['missing: The moon is too bright.']);
});

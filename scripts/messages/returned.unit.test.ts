import { expect, it } from 'vitest';
import { readCatalogue } from '../../panel/messages/catalogue.ts';
import { compareCatalogue } from '../../panel/messages/compare.ts';
import { toMessages } from '../../panel/messages/declared.ts';
import { translationsOfReturned } from '../../panel/messages/returned.ts';
import { createTranslator } from '../../panel/src/locales/returned-texts.ts';
import { readRecipeTexts } from './recipes.ts';
import { readSentences } from './sentences.ts';

const german = await readCatalogue('de');
const translate = createTranslator([
  translationsOfReturned(german, 'recipes'),
  translationsOfReturned(german, 'sentences'),
]);

it('collects the texts of all shipped recipes', () => {
  const texts = readRecipeTexts().map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining(['Login notice', 'Check the server', 'Web pages', 'databases', 'Title']),
  );
  expect(texts).toContain('must be an IPv4 network, such as 203.0.113.0/24.');
  expect(texts.filter((text) => /^[\d.]+$/.test(text))).toEqual([]);
});

it('fails on a text of a recipe without a German translation', () => {
  const added = { context: 'recipe', text: 'Water the plants', file: 'server/recipes/garden.yaml' };
  const problems = compareCatalogue(toMessages([...readRecipeTexts(), added]), german, true);
  expect(problems.filter((problem) => problem.startsWith('missing'))).toEqual(['missing: Water the plants']);
});

it('fails on a sentence that the server does not contain', () => {
  expect(() => readSentences(['The moon is {colour}.'])).toThrow('The moon is {colour}.');
});

it('says failures, alerts and explanations of amounts in German', () => {
  expect(
    translate(
      'Step 1 of 5, Check the server, failed: nginx is already installed on this server. Remove it first, or choose another server.',
    ),
  ).toBe(
    'Schritt 1 von 5, „Server prüfen“, ist fehlgeschlagen: nginx ist auf diesem Server bereits installiert. Entfernen Sie es zuerst oder wählen Sie einen anderen Server.',
  );
  expect(translate('Step 2 of 5, Install packages, failed: E: Unable to locate package nginx')).toBe(
    'Schritt 2 von 5, „Pakete installieren“, ist fehlgeschlagen: E: Unable to locate package nginx',
  );
  expect(translate('a.example has no address yet. Add a record that points to 192.0.2.1 and 2001:db8::1.')).toBe(
    'a.example hat noch keine Adresse. Fügen Sie einen Eintrag hinzu, der auf 192.0.2.1 and 2001:db8::1 verweist.',
  );
  expect(translate('The memory of web1.example.com has been at 90 % or more for 15 minutes.')).toBe(
    'Die Auslastung (Arbeitsspeicher) von web1.example.com liegt seit 15 Minuten bei mindestens 90 %.',
  );
  expect(translate('This takes some minutes')).toBe('This takes some minutes');
  expect(translate('Shop is down: there was no answer in time.')).toBe(
    'Ausfall von Shop: Es kam nicht rechtzeitig eine Antwort.',
  );
  expect(translate('One month of VPS S (a.example), from 2026-11-15 to 2026-12-15, paid in advance.')).toBe(
    'VPS S (a.example) für einen Monat, von 2026-11-15 bis 2026-12-15, im Voraus bezahlt.',
  );
  expect(translate('€5.00 × 10 / 30 = €1.67, rounded')).toBe('€5.00 × 10 / 30 = €1.67, gerundet');
});

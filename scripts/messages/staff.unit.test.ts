import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCatalogue } from '../../panel/messages/catalogue.ts';
import { compareCatalogue } from '../../panel/messages/compare.ts';
import { toMessages } from '../../panel/messages/declared.ts';
import { listTexts } from '../../panel/messages/list-texts.ts';
import { translationsOfReturned } from '../../panel/messages/returned.ts';
import { createTranslator } from '../../panel/src/locales/returned-texts.ts';
import { SETTINGS } from '../../server/src/modules/platform/settings/catalogue.ts';
import { STEPS } from '../../server/src/modules/platform/setup/catalogue.ts';
import { readStaffTexts } from './staff.ts';

const ROOT = new URL('../../', import.meta.url);
const german = await readCatalogue('de');
const translate = createTranslator([
  translationsOfReturned(german, 'sentences'),
  translationsOfReturned(german, 'staff'),
]);

const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
const listFiles = () =>
  globSync('server/src/**/*.ts', { cwd: ROOT.pathname })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted();

/** Texts that are the same in German, or that contain only values. */
const SAME = new Set(['BIC', 'Engines', 'IBAN', 'Commit 5', 'SQLite in 5', 'Revision 5']);

it('has a German text for every setting and every step of the setup', () => {
  const texts = [
    ...SETTINGS.flatMap(({ label, description, choices = [] }) => [label, description, ...choices]),
    ...Object.values(STEPS).flatMap(({ title, description }) => [title, description]),
  ];
  expect(texts.filter((text) => translate(text) === text && !SAME.has(text))).toEqual([]);
});

it('has a German text for every reason why a step of the setup is missing', () => {
  const texts = listTexts(read('server/src/modules/platform/setup/steps.ts')).filter((text) => text.endsWith('.'));
  expect(texts).toContain('You are the only staff member.');
  expect(texts.filter((text) => translate(text) === text)).toEqual([]);
});

it('has a German text for every name of a check', () => {
  const names = listFiles().flatMap((file) =>
    [...read(file).matchAll(/\bname: '([a-z -]+)',(?: recent: .*?,)?\s+(?:async )?check\b/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(names).toEqual(expect.arrayContaining(['order review', 'mailboxes', 'seller', 'copy of the data']));
  // Names of protocols and products.
  const same = new Set(['vps', 'dns', 'postgresql', 'mariadb']);
  expect(names.filter((name) => translate(name) === name && !same.has(name))).toEqual([]);
});

it('has a German text for everything that a check reports', () => {
  const sources = listFiles().map(read);
  const ofChecks = sources.filter((source) => /\bdetail\b/.test(source) && /\badvice\b/.test(source));
  const texts = ofChecks
    .filter((source) => /\bEngineHealth\b|\bCheckedEngine\b|\breachable\b|\bExplanation\b/.test(source))
    .flatMap((source) => listTexts(source, ['detail', 'advice']))
    // The setup of the engine is tested below. The last sentence, "There are more.", stays English.
    .filter((text) => !text.startsWith('It can make 5'))
    .map((text) => text.replace(/\.5$/, '.'));
  expect(texts).toContain('The engine does not trust our certificate.');
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => translate(text) === text && !SAME.has(text))).toEqual([]);
});

it('fails on a setting without a German text', () => {
  const added = { context: 'staff', text: 'Colour of the moon', file: 'server/src/a/catalogue.ts' };
  const problems = compareCatalogue(toMessages([...readStaffTexts(), added]), german, true);
  expect(problems.filter((problem) => problem.startsWith('missing'))).toEqual(['missing: Colour of the moon']);
});

it('says findings and their parts in German', () => {
  expect(translate('Missing: Street, Postal code, Version of the terms.')).toBe(
    'Es fehlt: Straße, Postleitzahl, Version der AGB.',
  );
  expect(translate('Reached directly; processes notify each other by LISTEN.')).toBe(
    'Direkt erreicht; Prozesse benachrichtigen einander mit LISTEN.',
  );
  expect(translate('2 bank statement lines are waiting for staff, the oldest since 2026-11-19T08:00:00Z.')).toBe(
    '2 Bankumsätze warten auf Mitarbeiter, der älteste seit 2026-11-19T08:00:00Z.',
  );
  expect(
    translate(
      'It can make containers and virtual machines in the project "hostler", not made yet, with disks in the pool "default" (zfs, 40 % used) and the network "br0".',
    ),
  ).toBe(
    'Möglich: Container und virtuelle Maschinen im Projekt „hostler“, noch nicht erstellt, mit Festplatten in Pool „default“ (zfs, 40 % belegt) und Netzwerk „br0“.',
  );
  expect(translate('mailboxes: not reached')).toBe('Postfächer: nicht erreicht');
  expect(translate('is "x"; it must be a whole number from 1 to 90.')).toBe(
    'ist "x"; es muss eine ganze Zahl von 1 bis 90 sein.',
  );
});

it('leaves texts of people as they are', () => {
  for (const text of ['Moved from A to B and back', 'Refund of the order', 'See ticket 5: it is fine.']) {
    expect(translate(text)).toBe(text);
  }
});

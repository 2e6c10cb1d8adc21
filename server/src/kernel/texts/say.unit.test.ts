import { describe, expect, it } from 'vitest';
import { texts as documentTexts } from '#modules/commerce/invoices/document/texts.ts';
import { defineTexts } from './define-texts.ts';
import { say } from './say.ts';

const AT = Date.UTC(2026, 10, 5, 7, 8, 9);
const own = defineTexts('mail', {
  plain: 'Nothing to fill.',
  names: 'Invoice {number} of {day}',
  days: '{count, plural, one {# day of {name}} other {# days of {name}}}',
});
const english = say('en');
const german = say('de');

describe('texts', () => {
  it('are filled, with plurals of the language', () => {
    expect(english(own.plain)).toBe('Nothing to fill.');
    expect(english(own.names, { number: 'INV-1', day: '{number}' })).toBe('Invoice INV-1 of {number}');
    expect([1, 2000].map((count) => english(own.days, { count, name: 'a' }))).toEqual([
      '1 day of a',
      '2,000 days of a',
    ]);
  });

  it('require their placeholders', () => {
    // @ts-expect-error: the placeholder `day` is missing.
    expect(english(own.names, { number: 'INV-1' })).toBe('Invoice INV-1 of ');
    // @ts-expect-error: the placeholder `name` in the cases is missing.
    expect(english(own.days, { count: 1 })).toBe('1 day of ');
  });

  it('are translated by the catalogue, by their context', () => {
    expect(german(documentTexts.invoice)).toBe('Rechnung');
    expect(german(documentTexts.period, { from: 'A', to: 'B' })).toBe('Leistungszeitraum: A bis B');
    expect(german(documentTexts.number, { type: 'credit_note' })).toBe('Gutschriftsnr.');
    expect(german(documentTexts.number, { type: 'invoice' })).toBe('Rechnungsnr.');
  });

  it('stay English without a translation', () => {
    expect(german(own.names, { number: 'INV-1', day: 'X' })).toBe('Invoice INV-1 of X');
  });
});

it('dates, amounts and numbers follow the language', () => {
  expect([english.day('2026-11-05'), german.day('2026-11-05')]).toEqual(['2026-11-05', '05.11.2026']);
  expect([english.time(AT), german.time(AT)]).toEqual(['2026-11-05T07:08:09+00:00', '05.11.2026, 07:08:09 UTC']);
  expect([english.minute(AT), german.minute(AT)]).toEqual(['2026-11-05 07:08 UTC', '05.11.2026, 07:08 UTC']);
  expect([english.money(123_450, 'EUR'), german.money(123_450, 'EUR')]).toEqual(['€1,234.50', '1.234,50\u00a0€']);
  expect([english.number(1234.5), german.number(1234.5)]).toEqual(['1,234.5', '1.234,5']);
});

it('a day that is not one is left as it is', () => {
  expect(german.day('soon')).toBe('soon');
});

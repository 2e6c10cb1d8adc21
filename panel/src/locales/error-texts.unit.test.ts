import { describe, expect, it } from 'vitest';
import { createSayer } from './error-texts.ts';

const { translate } = createSayer(
  {
    reasons: {
      domain_taken: 'Die Domain {name} existiert bereits.',
      not_found: '{what} nicht gefunden.',
      limit_reached: '{each} hat das Limit von {amount} erreicht. {advice}.',
      invalid_parameter: 'Der Parameter {parameter} {problem}',
      empty: 'darf nicht leer sein.',
    },
    words: {
      what: { Invoice: 'Rechnung', 'Address {n}': 'Adresse {n}' },
      each: { account: 'Dieses Konto' },
      amount: { '{n} API keys': '{n} API-Schlüsseln', '{n} of backups': '{n} für Sicherungen' },
      advice: { 'Wait, or send less': 'Warten Sie oder senden Sie weniger' },
      causes: { abuse: 'Missbrauch', legal: 'Recht' },
    },
  },
  'de',
  (text) => (text === 'must be a name.' ? 'muss ein Name sein.' : text),
);

const say = (reason: string, params: Record<string, string | number>) =>
  translate({ message: 'English.', reason, params }, []).message;

describe('an error in another language', () => {
  it('is said with its values', () => {
    expect(say('domain_taken', { name: 'a.example' })).toBe('Die Domain a.example existiert bereits.');
  });

  it('stays English if its reason is unknown or missing, or if a value is missing', () => {
    expect(say('brand_new', { name: 'a.example' })).toBe('English.');
    expect(say('constructor', {})).toBe('English.');
    expect(say('domain_taken', {})).toBe('English.');
    expect(translate({ message: 'English.' }, []).message).toBe('English.');
  });

  it('translates the words among its values, and numbers in them', () => {
    expect(say('not_found', { what: 'Invoice' })).toBe('Rechnung nicht gefunden.');
    expect(say('not_found', { what: 'Address 192.0.2.7' })).toBe('Adresse 192.0.2.7 nicht gefunden.');
    expect(say('not_found', { what: 'Flux' })).toBe('Flux nicht gefunden.');
    const limit = { each: 'account', advice: 'Wait, or send less', limit: 'keys', max: 1000 };
    const end = 'erreicht. Warten Sie oder senden Sie weniger.';
    expect(say('limit_reached', { ...limit, amount: '1,000 API keys' })).toBe(
      `Dieses Konto hat das Limit von 1.000 API-Schlüsseln ${end}`,
    );
    expect(say('limit_reached', { ...limit, amount: '1.5 GiB of backups' })).toBe(
      `Dieses Konto hat das Limit von 1,5 GiB für Sicherungen ${end}`,
    );
  });

  it.each([
    ['€1,234.50', '1.234,50\u00a0€'],
    ['-€0.05', '-0,05\u00a0€'],
    ['¥1,000', '1.000\u00a0¥'],
    ['CA$9.90', '9,90\u00a0CA$'],
    ['CHF\u00a05.00', '5,00\u00a0CHF'],
    ['PRO 1,000', 'PRO 1,000'],
    ['1,000', '1,000'],
  ])('writes the amount %s as %s', (amount, written) => {
    expect(say('limit_reached', { each: 'account', advice: 'x', amount })).toBe(
      `Dieses Konto hat das Limit von ${written} erreicht. x.`,
    );
  });

  it('is translated by its text if it has no known reason, also where a value repeats it', () => {
    const problem = 'must be a name.';
    const details = [{ field: 'domain', message: problem, reason: 'invalid' }];
    const params = { parameter: 'domain', problem };
    expect(translate({ message: 'English.', reason: 'invalid_parameter', params }, details)).toEqual({
      message: 'Der Parameter domain muss ein Name sein.',
      details: [{ field: 'domain', message: 'muss ein Name sein.', reason: 'invalid' }],
    });
  });

  it('has fields in the language too, also where a value repeats one', () => {
    const problem = 'must not be empty.';
    const details = [{ field: 'page', message: problem, reason: 'empty' }];
    const params = { parameter: 'page', problem };
    expect(translate({ message: 'English.', reason: 'invalid_parameter', params }, details)).toEqual({
      message: 'Der Parameter page darf nicht leer sein.',
      details: [{ field: 'page', message: 'darf nicht leer sein.', reason: 'empty' }],
    });
  });
});

import { expect, it } from 'vitest';
import { findSentences } from './sentences.ts';

const found = (answer: unknown) => [...findSentences(answer)].map(({ field, text }) => `${field}: ${text}`);

it('finds the sentences of the server in a record and in its parts', () => {
  expect(found({ id: 1, error: 'It failed.', https: { error: 'No address.' } })).toEqual([
    'error: It failed.',
    'error: No address.',
  ]);
  expect(found({ type: 'hosting.start', error: { code: 'ENGINE_REFUSED', message: 'It failed.' } })).toEqual([
    'message: It failed.',
  ]);
  expect(found({ error: null, https: null })).toEqual([]);
});

it('finds them in lists and in pages of a list', () => {
  expect(found({ data: [{ metric: 'cpu', message: 'It is busy.' }], meta: { total: 1 } })).toEqual([
    'message: It is busy.',
  ]);
  expect(found([{ pending_reason: 'It waits.' }])).toEqual(['pending_reason: It waits.']);
});

it('finds the explanations of the lines of an invoice', () => {
  const explanation = { rule: 'period', sentence: 'One month.', steps: [{ label: 'Price', value: '€5.00' }] };
  expect(found({ items: [{ label: 'A name', explanation }, { explanation: null }] })).toEqual([
    'sentence: One month.',
    'label: Price',
    'value: €5.00',
  ]);
});

it('leaves texts of people and the data of events as they are', () => {
  expect(found({ message: 'It failed.', reason: 'It failed.', description: 'It failed.' })).toEqual([]);
  expect(found({ type: 'backup.failed', data: { error: 'It failed.' } })).toEqual([]);
});

it('finds the texts of given fields, also in lists of texts', () => {
  const answer = { data: [{ detail: 'It is slow.', gaps: ['No filter.', 'No limit.'], error: 'It failed.' }] };
  const texts = [...findSentences(answer, ['detail', 'gaps'])];
  expect(texts.map(({ text }) => text)).toEqual(['It is slow.', 'No filter.', 'No limit.']);
  for (const { holder, field } of texts) holder[field] = 'x';
  expect(answer.data[0]).toEqual({ detail: 'x', gaps: ['x', 'x'], error: 'It failed.' });
});

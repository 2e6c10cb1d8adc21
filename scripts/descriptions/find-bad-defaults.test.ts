import { expect, it } from 'vitest';
import { findBadDefaults } from './find-bad-defaults.ts';

it('finds a default that its schema refuses', () => {
  const properties = {
    status: { type: 'string', enum: ['open', 'closed'], default: 'late' },
    count: { type: ['integer', 'null'], default: 'many' },
    limit: { type: 'integer', default: 20 },
  };
  expect(findBadDefaults({ components: { schemas: { Ticket: { type: 'object', properties } } } })).toEqual([
    '#/components/schemas/Ticket/properties/status',
    '#/components/schemas/Ticket/properties/count',
  ]);
});

it('accepts properties that are called type and default', () => {
  const properties = { type: { type: 'string' }, default: { type: 'integer', default: 1 } };
  expect(findBadDefaults({ components: { schemas: { Rule: { type: 'object', properties } } } })).toEqual([]);
});

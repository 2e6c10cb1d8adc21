import { expect, it } from 'vitest';
import { findMissing } from './find-missing.ts';

type Json = Record<string, unknown>;

const HEADERS = { 'X-Request-Id': { description: 'Identifier of the request.' } };

/** A document in which everything is described, with some parts replaced. */
function makeDocument({ operation = {}, components = {} }: { operation?: Json; components?: Json } = {}): Json {
  return {
    paths: {
      '/tickets': {
        get: {
          description: 'Lists the tickets.',
          parameters: [{ $ref: '#/components/parameters/page' }],
          responses: {
            200: {
              description: 'The tickets.',
              headers: HEADERS,
              content: json({ $ref: '#/components/schemas/Ticket' }),
            },
            404: { $ref: '#/components/responses/NOT_FOUND' },
          },
          ...operation,
        },
      },
    },
    components: {
      schemas: { Ticket: { description: 'A ticket.', properties: { id: { description: 'Identifier.' } } } },
      parameters: { page: { description: 'Page number.' } },
      responses: { NOT_FOUND: { description: 'There is no such ticket.' } },
      ...components,
    },
  };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function findPlaces(parts?: Parameters<typeof makeDocument>[0]): string[] {
  return findMissing(makeDocument(parts)).map(({ place }) => place);
}

it('accepts a document in which everything is described', () => {
  expect(findMissing(makeDocument())).toEqual([]);
});

it('names an operation without a description', () => {
  expect(findMissing(makeDocument({ operation: { description: ' ' } }))).toEqual([
    { place: 'GET /tickets', problem: 'has no description.' },
  ]);
});

it.each(['List the tickets.', 'lists the tickets.', 'The tickets.', 'Scope: `tickets.read`.'])(
  'refuses an operation that is described as "%s"',
  (description) => {
    const [finding, ...others] = findMissing(makeDocument({ operation: { description } }));
    expect(finding?.place).toBe('GET /tickets');
    expect(finding?.problem).toContain('must begin with a verb in the third person');
    expect(others).toEqual([]);
  },
);

it('names a parameter without a description', () => {
  expect(findPlaces({ operation: { parameters: [{ name: 'id', in: 'query' }] } })).toEqual([
    'GET /tickets parameter id',
  ]);
});

it('names a shared parameter without a description where it is declared and where it is used', () => {
  expect(findPlaces({ components: { parameters: { page: {} } } })).toEqual([
    'GET /tickets parameter #/components/parameters/page',
    'parameter page',
  ]);
});

it('names a field of a body without a description', () => {
  const schema = { properties: { address: { description: 'Address.', properties: { city: { type: 'string' } } } } };
  expect(findPlaces({ operation: { requestBody: { content: json(schema) } } })).toEqual([
    'GET /tickets body.address.city',
  ]);
});

it('names a schema and the fields of its items without a description', () => {
  const Ticket = { properties: { tags: { description: 'Tags.', items: { properties: { name: {} } } } } };
  expect(findPlaces({ components: { schemas: { Ticket } } })).toEqual(['Ticket', 'Ticket.tags[].name']);
});

it('names a field that refers to a schema without a description', () => {
  const schemas = {
    Ticket: { description: 'A ticket.', properties: { author: { $ref: '#/components/schemas/Author' } } },
    Author: {},
  };
  expect(findPlaces({ components: { schemas } })).toEqual(['Ticket.author', 'Author']);
});

it('names an error response without a description', () => {
  expect(findPlaces({ components: { responses: { NOT_FOUND: {} } } })).toEqual([
    'GET /tickets 404',
    'response NOT_FOUND',
  ]);
});

it('names a header without a description', () => {
  const responses = { 200: { description: 'The tickets.', headers: { 'X-Request-Id': {} } } };
  expect(findPlaces({ operation: { responses } })).toEqual(['GET /tickets 200 header X-Request-Id']);
});

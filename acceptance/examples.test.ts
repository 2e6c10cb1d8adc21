import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from './openapi.ts';
import { nameOperation } from './walk.ts';
import { openWorld, type World } from './world.ts';

interface Shown {
  readonly data: { readonly id: number } & Record<string, unknown>;
}

let world: World;
let operations: readonly Operation[];
beforeAll(async () => {
  world = await openWorld();
  operations = world.client.api.operations;
});
afterAll(() => world.close());

describe('the examples of the OpenAPI document', () => {
  it('include a response for every operation, which matches its schema', () => {
    const { api } = world.client;
    expect(operations.filter(({ answer }) => answer === undefined).map(nameOperation)).toEqual([]);
    const problems = operations.flatMap(({ method, path, successStatus, answer }) =>
      api.check(method, path, successStatus, answer),
    );
    expect(problems).toEqual([]);
  });

  it('include a request for every body and id, which matches its schema', () => {
    const { api } = world.client;
    const problems = operations
      .filter(({ body }) => body !== undefined)
      .flatMap((operation) => api.checkRequest(operation, operation.body?.example));
    expect(problems).toEqual([]);
    const ids = operations.flatMap(({ query, id }) => query.filter(({ name }) => name === id));
    expect(ids.map(({ example }) => typeof example)).toEqual(ids.map(() => 'number'));
  });

  it('are consistent: a record in a list is the same as the record shown alone', () => {
    const answers = new Map(operations.map((operation) => [nameOperation(operation), operation.answer as Shown]));
    const pairs = [...answers].flatMap(([name, { data: alone }]) => {
      const { data: listed = [] } = answers.get(name.replace(/\/show$/, '')) ?? {};
      if (!name.endsWith('/show') || !Array.isArray(listed)) return [];
      return listed.filter(({ id }) => id === alone.id).map((item) => [name, item, alone] as const);
    });
    for (const [name, item, alone] of pairs) expect(alone, name).toMatchObject(item);
    // Excludes domain records, which no list contains, and actions, whose list shows later ones.
    expect(pairs.length).toBeGreaterThan(5);
  });

  it('contain no real key, token or secret', () => {
    const text = JSON.stringify(world.client.api.document);
    expect(text.match(/svc_(live|test|at|rt)_\w+/g) ?? []).toEqual([]);
    expect(new Set(text.match(/whsec_[\w+/=]+/g))).toEqual(new Set(['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX']));
    expect(text).not.toContain('127.0.0.1');
  });
});

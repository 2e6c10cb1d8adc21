import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeAction } from './actions.ts';

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** Read-only operations, which write no audit entry. */
const READING = /\.(options|preview|quote|show)$|^token\./;

function listChanges(document: string): string[] {
  const path = new URL(`../../../../../../docs/${document}.json`, import.meta.url);
  const { paths } = JSON.parse(readFileSync(path, 'utf8')) as Document;
  const operations = Object.values(paths).flatMap((path) => Object.entries(path));
  return operations
    .filter(([method, { operationId }]) => method !== 'get' && !READING.test(operationId))
    .map(([, { operationId }]) => operationId);
}

test.each(['openapi', 'openapi-panel'])('the audit log has a description for every change in %s', (document) => {
  const changes = listChanges(document);
  expect(changes.length).toBeGreaterThan(10);
  expect(changes.filter((action) => describeAction(action) === action)).toEqual([]);
});

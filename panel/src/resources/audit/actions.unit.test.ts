import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeAction } from './actions.ts';

interface Document {
  paths: Record<string, Record<string, { operationId: string; description: string }>>;
}

/** Operations that write no audit entry under their name: they read, or have no account yet. */
const UNRECORDED = /\.(options|preview|quote|show)$|^(token|auth\.device)\./;

function listOperations(document: string) {
  const path = new URL(`../../../../docs/${document}.json`, import.meta.url);
  const { paths } = JSON.parse(readFileSync(path, 'utf8')) as Document;
  return Object.values(paths).flatMap((path) => Object.entries(path));
}

function listChanges(document: string): string[] {
  return listOperations(document)
    .filter(([method, { operationId }]) => method !== 'get' && !UNRECORDED.test(operationId))
    .map(([, { operationId }]) => operationId);
}

test.each(['openapi', 'openapi-panel'])('the audit log has a description for every change in %s', (document) => {
  const changes = listChanges(document);
  expect(changes.length).toBeGreaterThan(10);
  expect(changes.filter((action) => describeAction(action) === action)).toEqual([]);
});

/** Commands about the installation and about internal data, which are in the log of staff only. */
const INTERNAL =
  /^(operator|node|address|setup|mail test|plan (create|change|hide|publish|stock)|coupon|block|setting|brand|canned-reply|import (create|discard)|backup orphans|invoice (number|series|release)|payment dismiss-line|account (note|remove-note|tag)|ticket (assign|note))\b/;

test('the audit log has a description for every command that changes data of a customer', () => {
  const commands = listOperations('openapi-operator')
    .filter(([method]) => method === 'post')
    .flatMap(([, { description }]) => /Command: `hostler ([^`]+)`/.exec(description)?.[1] ?? []);
  expect(commands.length).toBeGreaterThan(80);
  const missing = commands.filter((name) => !INTERNAL.test(name) && describeAction(name) === name);
  expect(missing).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeOperations } from '../../../scripts/cli/describe-operations.ts';
import type { ApiDocument } from '../../../scripts/sdk/simplify.ts';
import { GLOBAL_OPTIONS } from '../command.ts';
import { operationCommand } from '../commands/operation.ts';
import { ALIASES, COLUMNS } from '../words.ts';

const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
const read = () => JSON.parse(text) as ApiDocument;
const operations = describeOperations(read());
const commands = operations.map(operationCommand);
const wordsOf = () => commands.map(({ words }) => words);

describe('the commands of the operations', () => {
  it('are one for each operation of the document, with words of their own', () => {
    const documented = Object.values(read().paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(commands.map(({ operation }) => operation?.name).sort()).toEqual(documented.sort());
    expect(new Set(wordsOf()).size).toBe(documented.length);
    for (const words of wordsOf()) expect(words).toMatch(/^[a-z]+(-[a-z]+)* [a-z]+(-[a-z]+)*$/);
  });

  it('have the words that people know', () => {
    const some = ['server list', 'server restart', 'ticket create', 'record list', 'key create', 'mailbox show'];
    expect(wordsOf()).toEqual(expect.arrayContaining(some));
  });

  it('have aliases that hide no command', () => {
    for (const [alias, words] of Object.entries(ALIASES)) {
      expect(wordsOf()).toContain(words);
      expect(wordsOf()).not.toContain(alias);
    }
  });

  it('have an option for each field, and none hides an option of every command', () => {
    for (const { words, options, args, operation } of commands) {
      for (const name of Object.keys(options)) expect(Object.keys(GLOBAL_OPTIONS), words).not.toContain(name);
      const known = operation?.fields.filter(
        ({ name }) => !['page', 'per_page', 'limit', 'wait', 'before', 'after'].includes(name),
      );
      const own = Object.entries(options).filter(
        ([name]) => !/^(wait|wait-timeout|limit|page|per-page|after|before|to)$/.test(name),
      );
      const fields = own.filter(([name]) => !(name.endsWith('-file') && name.replace(/-file$/, '') in options));
      expect(fields.length + args.length, words).toBe(known?.length);
    }
  });

  it('have no option for a secret, which other users would see in the list of processes', () => {
    const names = commands.flatMap(({ options }) => Object.keys(options));
    expect(names).toEqual(expect.arrayContaining(['password-file', 'api-key-file', 'refresh-token-file']));
    expect(names.filter((name) => /^(password|api-key|refresh-token|token)$/.test(name))).toEqual([]);
  });

  it('show columns that exist', () => {
    for (const [name, columns] of Object.entries(COLUMNS)) {
      const { columns: known } = operations.find((operation) => operation.name === name) ?? { columns: [] };
      expect(known, name).toEqual(expect.arrayContaining([...columns]));
    }
  });

  it('include an operation that is new in the document', () => {
    const document = structuredClone(read()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const { get } = document.paths['/api/v1/ssh-keys'] ?? {};
    document.paths['/api/v1/load-balancers'] = { get: { ...get, operationId: 'loadBalancers.list' } };
    const added = describeOperations(document as unknown as ApiDocument).map(operationCommand);
    expect(added.map(({ words }) => words)).toContain('load-balancer list');
  });
});

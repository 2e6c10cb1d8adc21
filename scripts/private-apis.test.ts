import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** An upgrade of a dependency may change its private API without notice. Each one is used in one file, or in none. */
const PRIVATE_APIS = [
  {
    name: 'private members of Node’s ServerResponse',
    pattern: /\b_(storeHeader|hasBody|contentLength)\b/,
    file: 'server/src/kernel/http/head.ts',
    advice: `Node changed how it stores the head of a response. Let sendAtOnce in server/src/kernel/http/head.ts call
      response.writeHead(status, […names and values]) and response.end(body), as sendHeaderByHeader in head.unit.test.ts
      does. That is public, and takes 6 µs more per response. The tests of head.unit.test.ts must pass afterwards.`,
  },
  {
    name: 'the unstable API of the TypeScript compiler',
    pattern: /from 'typescript\/unstable/,
    file: 'scripts/queries/compiler.ts',
    advice: `TypeScript changed or renamed its API. Adapt scripts/queries/compiler.ts, then run
      scripts/queries/find-lost.test.ts. Only checks use the API; the product does not.
      Until it is adapted, keep the previous version of typescript.`,
  },
  {
    name: 'the statements that pg has prepared',
    pattern: /\.(submittedNamedStatements|parsedStatements)\b/,
    file: undefined,
    advice: 'NamedStatements in batch.ts of the PostgreSQL driver tracks the statements of a connection.',
  },
  {
    name: 'the prototype of a generator',
    pattern: /getPrototypeOf\(/,
    file: undefined,
    advice: 'Mark the generator with a property, as markOneStatement does.',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const own = 'scripts/private-apis.test.ts';
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== own);

describe('private APIs of dependencies', () => {
  it.each(PRIVATE_APIS)('are used in at most one file: $name', ({ pattern, file, advice }) => {
    const users = sources.filter((source) => pattern.test(read(source)));
    expect(users, advice).toEqual(file === undefined ? [] : [file]);
  });

  it('exist in this version of Node', () => {
    const response = new ServerResponse(new IncomingMessage(new Socket())) as unknown as Record<string, unknown>;
    const found = [typeof response._storeHeader, typeof response._hasBody, '_contentLength' in response];
    expect(found, PRIVATE_APIS[0]?.advice).toEqual(['function', 'boolean', true]);
  });

  it('exist in this version of TypeScript', async () => {
    const { API, SyntaxKind, TypeFlags } = await import('./queries/compiler.ts').catch((cause) => {
      throw new Error(PRIVATE_APIS[1]?.advice, { cause });
    });
    const found = [typeof API, typeof SyntaxKind.YieldExpression, typeof TypeFlags.Object];
    expect(found, PRIVATE_APIS[1]?.advice).toEqual(['function', 'number', 'number']);
  });
});

/** A deleted file may still be listed. */
function read(source: string): string {
  try {
    return readFileSync(`${root}${source}`, 'utf8');
  } catch {
    return '';
  }
}

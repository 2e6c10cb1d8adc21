import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Seeded } from './seed.ts';

export type CaseName = 'show' | 'list' | 'list, never asked before' | 'create';

/** One kind of request, sent on behalf of many accounts. */
export interface Case {
  readonly name: CaseName;
  /** The least share of L on SQLite that satisfies. */
  readonly aim: number | undefined;
  readonly requestFile: string;
  /** One of its requests, to learn how long the answer is. */
  readonly sample: RequestLine;
}

export interface RequestLine {
  readonly method: 'GET' | 'POST';
  readonly key: string;
  readonly path: string;
  readonly body?: string;
}

const NEW_TICKET = JSON.stringify({
  subject: 'The shop is slow again',
  message: 'It has taken ten seconds a page since this morning, for all our visitors.',
});

/** Writes the request files into the folder. */
export function prepareCases(folder: string, { accounts, tickets }: Seeded): Case[] {
  const keys = new Map(accounts.map(({ id, key }) => [id, key]));
  const forEachAccount = (make: (key: string) => RequestLine) => accounts.map(({ key }) => make(key));
  const define = (name: CaseName, aim: number | undefined, lines: readonly RequestLine[]): Case => {
    const requestFile = join(folder, `${name.replaceAll(/\W+/g, '-')}.tsv`);
    const texts = lines.map(({ method, key, path, body }) => [method, key, path, body ?? ''].join('\t'));
    writeFileSync(requestFile, `${texts.join('\n')}\n`);
    const [sample] = lines;
    if (!sample) throw new Error(`There is nothing to ask for in the case ${name}.`);
    return { name, aim, requestFile, sample };
  };
  const shows = tickets.map(
    ({ id, account_id }): RequestLine => ({
      method: 'GET',
      key: keys.get(account_id) ?? '',
      path: `/api/v1/tickets/show?id=${id}`,
    }),
  );
  return [
    define('show', 0.6, shows),
    define(
      'list',
      0.45,
      forEachAccount((key) => ({ method: 'GET', key, path: '/api/v1/tickets' })),
    ),
    define(
      'list, never asked before',
      undefined,
      forEachAccount((key) => ({ method: 'GET', key, path: '/api/v1/tickets?fresh=' })),
    ),
    define(
      'create',
      0.25,
      forEachAccount((key) => ({ method: 'POST', key, path: '/api/v1/tickets', body: NEW_TICKET })),
    ),
  ];
}

/** How many bytes the body of the answer has. */
export async function readAnswerSize(url: string, { method, key, path, body }: RequestLine): Promise<number> {
  const headers = { 'X-API-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) };
  const response = await fetch(url + path, { method, headers, body: body ?? null });
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.arrayBuffer()).byteLength;
}

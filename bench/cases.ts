import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Seeded } from './seed.ts';

export type CaseName = 'show' | 'list' | '304 of a list' | 'list of 100, never asked before' | 'create';

/** A kind of request, sent on behalf of many accounts. */
export interface Case {
  readonly name: CaseName;
  /** The minimum acceptable share of L, if there is a target. */
  readonly aims: Aims;
  readonly requestFile: string;
  /** A sample request, sent to learn the size of the answer. */
  readonly sample: RequestLine;
}

type Aims = Readonly<Partial<Record<'sqlite' | 'postgres', number>>>;

export interface RequestLine {
  readonly method: 'GET' | 'POST';
  readonly key: string;
  readonly path: string;
  readonly body?: string;
  /** ETag of an answer that the client already has. */
  readonly tag?: string;
}

const NEW_TICKET = JSON.stringify({
  subject: 'The shop is slow again',
  message: 'It has taken ten seconds a page since this morning, for all our visitors.',
});

/** Writes the request files into the folder. */
export function prepareCases(folder: string, { accounts, tickets }: Seeded): Case[] {
  const keys = new Map(accounts.map(({ id, key }) => [id, key]));
  const forEachAccount = (make: (key: string) => RequestLine) => accounts.map(({ key }) => make(key));
  const define = (name: CaseName, aims: Aims, lines: readonly RequestLine[]): Case => {
    const requestFile = join(folder, `${name.replaceAll(/\W+/g, '-')}.tsv`);
    writeRequests(requestFile, lines);
    const [sample] = lines;
    if (!sample) throw new Error(`There is nothing to ask for in the case ${name}.`);
    return { name, aims, requestFile, sample };
  };
  const shows = tickets.map(
    ({ id, account_id }): RequestLine => ({
      method: 'GET',
      key: keys.get(account_id) ?? '',
      path: `/api/v1/tickets/show?id=${id}`,
    }),
  );
  const lists = forEachAccount((key) => ({ method: 'GET', key, path: '/api/v1/tickets' }));
  return [
    define('show', { sqlite: 0.5, postgres: 0.25 }, shows),
    define('list', { sqlite: 0.65, postgres: 0.35 }, lists),
    define('304 of a list', { sqlite: 0.7 }, lists),
    define(
      'list of 100, never asked before',
      {},
      // More than 100 means 100, and the cache key contains the number as it was sent, so no request hits the cache.
      forEachAccount((key) => ({ method: 'GET', key, path: '/api/v1/tickets?per_page=' })),
    ),
    define(
      'create',
      { sqlite: 0.2, postgres: 0.1 },
      forEachAccount((key) => ({ method: 'POST', key, path: '/api/v1/tickets', body: NEW_TICKET })),
    ),
  ];
}

function writeRequests(file: string, lines: readonly RequestLine[]): void {
  const texts = lines.map(({ method, key, path, body = '', tag = '' }) => [method, key, path, body, tag].join('\t'));
  writeFileSync(file, `${texts.join('\n')}\n`);
}

/** Adds to each request the ETag of its answer, so that it is answered 304. Sends each request once. */
export async function addTags(url: string, { requestFile }: Case): Promise<void> {
  const lines: RequestLine[] = [];
  for (const line of readFileSync(requestFile, 'utf8').trimEnd().split('\n')) {
    const [method = '', key = '', path = ''] = line.split('\t');
    const response = await fetch(url + path, { headers: { 'X-API-Key': key } });
    const tag = response.headers.get('etag');
    if (tag === null) throw new Error(`${path} has no ETag.`);
    await response.arrayBuffer();
    lines.push({ method: method as RequestLine['method'], key, path, tag });
  }
  writeRequests(requestFile, lines);
  const [sample] = lines;
  const headers = { 'X-API-Key': sample?.key ?? '', 'If-None-Match': sample?.tag ?? '' };
  const { status } = await fetch(url + sample?.path, { headers });
  if (status !== 304) throw new Error(`${sample?.path} was answered ${status} to who has it.`);
}

/** Returns the number of bytes of the answer's body. */
export async function readAnswerSize(url: string, { method, key, path, body }: RequestLine): Promise<number> {
  const headers = { 'X-API-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) };
  // Like the load: a path that must never repeat ends with a number.
  const asked = path.endsWith('=') ? `${path}1000` : path;
  const response = await fetch(url + asked, { method, headers, body: body ?? null });
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.arrayBuffer()).byteLength;
}

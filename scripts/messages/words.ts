import { globSync, readFileSync } from 'node:fs';
import type { DeclaredText } from '../../panel/messages/declared.ts';
import { PARAM_CONTEXT } from '../../panel/messages/errors.ts';

/**
 * English words that the server puts into the params of errors, by the name of the param. `{n}` stands for a number.
 * Browsers translate them with the error. A word that is missing here stays English.
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  cause: ['abuse', 'account', 'legal', 'payment', 'staff'],
  causes: ['abuse', 'legal', 'payment', 'staff'],
  doing: ['being installed', 'being removed', 'made', 'restored', 'verified'],
  kind: ['server', 'database'],
  result: ['given_up', 'sent', 'waiting'],
  rhythm: ['hourly', 'monthly', 'yearly'],
  servers: ['a server', '{n} servers'],
  services: [
    ...['server', 'domain', 'database', 'subscription'].flatMap((one) => [`{n} ${one}`, `{n} ${one}s`]),
    ...['{n} mailbox', '{n} mailboxes'],
  ],
  snapshots: ['{n} snapshot', '{n} snapshots'],
  source: ['backup', 'snapshot'],
  type: ['a boolean', 'a number', 'a string', 'an array', 'an integer', 'an object'],
};

const ROOT = new URL('../../', import.meta.url);
const DOCUMENTS = ['docs/openapi.json', 'docs/openapi-operator.json'];

/** Returns the words of params: those of the table, and those that are literals of the sources. */
export function readWords(): DeclaredText[] {
  const table = Object.entries(WORDS).flatMap(([param, words]) =>
    words.map((text) => toText(param, text, 'scripts/messages/words.ts')),
  );
  const statuses = DOCUMENTS.flatMap((file) =>
    [...listStatuses(JSON.parse(read(file)))].map((text) => toText('status', text, file)),
  );
  return [...table, ...statuses, ...listSources().flatMap(readLiterals)];
}

function toText(param: string, text: string, file: string): DeclaredText {
  return { context: PARAM_CONTEXT + param, text, file };
}

function read(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}

function listSources(): string[] {
  const files = globSync('server/src/**/*.ts', { cwd: ROOT.pathname });
  return files.filter((file) => !file.endsWith('.test.ts')).toSorted();
}

/** Returns the values of all properties `status` in a document of an API. */
function* listStatuses(node: unknown, name = ''): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { enum: values = [] } = node as { enum?: unknown[] };
  if (name === 'status') yield* values.filter((value) => typeof value === 'string');
  for (const [key, inner] of Object.entries(node))
    yield* listStatuses(inner, key === 'anyOf' || /^\d+$/.test(key) ? name : key);
}

/** Returns the words that calls in a source pass to errors. */
function readLiterals(file: string): DeclaredText[] {
  const source = read(file);
  const found = (param: string, pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, text = '']) => toText(param, text.replace(/\$\{\w+\}/, '{n}'), file));
  return [
    ...found('what', /\bnotFound\(['`]([^'`]+)['`]\)/g),
    ...found('done', /\b(?:refuseUnless|refuseWithSnapshots)\([^;]*?'([^']+)'\)/g),
    ...(file.endsWith('hosting/state.ts') ? found('status', /: '(being [^']+)'/g) : []),
    ...[...source.matchAll(/\bdefineLimit\(\{(.*?)\}\)/gs)].flatMap(([, body = '']) => readLimit(body, file)),
  ];
}

/** Returns the words of a declared limit, which `limit_reached` combines. */
function readLimit(body: string, file: string): DeclaredText[] {
  const field = (name: string) => new RegExp(`\\b${name}: '([^']+)'`).exec(body)?.[1];
  const amount = field('unit') === 'bytes' ? `{n} of ${field('what')}` : `{n} ${field('what')}`;
  return [
    toText('amount', amount, file),
    toText('advice', field('advice') ?? '', file),
    toText('each', field('each') ?? 'account', file),
  ];
}

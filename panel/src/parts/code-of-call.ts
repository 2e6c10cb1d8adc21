import { OPERATIONS } from '@hostler/sdk';
import { brand } from '../theme/brand.ts';
import { quoteForShell } from './shell-text.ts';

export type OperationName = keyof typeof OPERATIONS;

/** An API call by its operation name in the SDK. */
export interface Call {
  readonly operation: OperationName;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Returns a curl command that can be pasted into a shell. */
export function writeCurl({ operation, input = {} }: Call, origin: string): string {
  const { method, path } = OPERATIONS[operation];
  const given = dropUndefined(input);
  const key = `-H "X-API-Key: $${brand.keyVariable}"`;
  if (method === 'GET') {
    const search = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString();
    const url = search === '' ? origin + path : `${origin}${path}?${search}`;
    return `curl ${quoteForShell(url)} \\\n  ${key}`;
  }
  const lines = [`curl -X POST ${quoteForShell(origin + path)}`, key];
  if (Object.keys(given).length > 0) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoteForShell(JSON.stringify(given, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

export function writeTypeScript({ operation, input = {} }: Call, origin: string): string {
  const given = dropUndefined(input);
  const argument = Object.keys(given).length > 0 ? writeLiteral(given) : '';
  return [
    "import { Hostler } from '@hostler/sdk';",
    '',
    `const hostler = new Hostler({ baseUrl: '${origin}', apiKey: process.env.HOSTLER_KEY });`,
    `const answer = await hostler.${operation}(${argument});`,
  ].join('\n');
}

/** `hostler tickets create --subject 'Disk full'`. */
export function writeCli({ operation, input = {} }: Call): string {
  const words = operation.split('.').map(toKebab).join(' ');
  const options = Object.entries(dropUndefined(input)).flatMap(([name, value]) => {
    const option = `--${toKebab(name)}`;
    if (value === true) return [option];
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
      return value.map((item) => `${option} ${quoteForShell(String(item))}`);
    }
    return [`${option} ${quoteForShell(typeof value === 'object' ? JSON.stringify(value) : String(value))}`];
  });
  return [`hostler ${words}`, ...options].join(' \\\n  ');
}

function dropUndefined(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function toKebab(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Formats JSON as TypeScript: unquoted names, single-quoted strings. */
function writeLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return quoteForCode(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => writeLiteral(item, inner));
    const short = `[${items.join(', ')}]`;
    return short.length < 60 && !short.includes('\n')
      ? short
      : `[\n${items.map((item) => `${inner}${item},`).join('\n')}\n${indent}]`;
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteForCode(name)}: ${writeLiteral(field, inner)}`,
  );
  const short = `{ ${fields.join(', ')} }`;
  return short.length < 60 && !short.includes('\n')
    ? short
    : `{\n${fields.map((field) => `${inner}${field},`).join('\n')}\n${indent}}`;
}

function quoteForCode(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

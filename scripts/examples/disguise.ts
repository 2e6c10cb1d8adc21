import { createHash } from 'node:crypto';
import { SIMULATED_ID_FLOOR } from '@hostler/database/testing';
import type { Examples } from '../../server/src/kernel/http/openapi/example.ts';

/** Replaces random, measured or simulated text by a constant that is plainly an example. */
const TEXTS: readonly [pattern: RegExp, instead: string][] = [
  [/svc_(live|test|at|rt|ct)_\w+/g, 'svc_$1_…'],
  [/whsec_[\w+/=]+/g, 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'],
  [/http:\/\/127\.0\.0\.1:\d+\/hook/g, 'https://example.com/hooks'],
  [/^ws:\/\/127\.0\.0\.1:\d+/, 'wss://panel.example.com'],
  [/\.simulated\.test/g, '.example.net'],
  [/^simulated-1$/, 'node-1'],
  [/hostler-mail=\w+/g, 'hostler-mail=4fQxGTVHaYjmL6ZJ7Tn1B3uDkW9pRcSe'],
  [/^v=DKIM1; k=rsa; p=.+/, 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA…'],
  // A PDF: a reader only needs its beginning.
  [/^(JVBERi\w{6}).+/, '$1…'],
  // The version of a simulated database server.
  [/^simulated$/, '17.6'],
];
const PASSWORD = 'ThisIsNoRealPasswordButAsLongAs1';

type Values = Readonly<Record<string, unknown>>;
type Disguise = (value: unknown, record: Values) => unknown;

/** Replacements by the name of the field. Null stays null. */
const FIELDS: Readonly<Record<string, Disguise>> = {
  password: () => PASSWORD,
  uri: (uri, { password }) => disguiseValue(String(uri).replace(String(password), PASSWORD)),
  // The real checksum depends on the machine that packed the backup.
  checksum: (_, { id }) => createHash('sha256').update(`backup ${id}`).digest('hex'),
  duration_ms: () => 84,
  // Before a restart the simulated machine is read at the time of this machine, which is not that of the story.
  out_bytes: (bytes, { included_bytes }) => (included_bytes === null ? 19_642_665 : bytes),
  user_code: () => 'WDJB-MJHT',
  verification_uri: () => 'https://panel.example.com/device',
  verification_uri_complete: () => 'https://panel.example.com/device?code=WDJB-MJHT',
  event_id: (id) => (Number(id) < SIMULATED_ID_FLOOR ? id : 4_718_946_374_414_688),
};

export function disguise(examples: Examples): Examples {
  return disguiseValue(examples) as Examples;
}

function disguiseValue(value: unknown): unknown {
  if (typeof value === 'string') return TEXTS.reduce((text, [from, to]) => text.replace(from, to), value);
  if (Array.isArray(value)) return value.map(disguiseValue);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Values;
  return Object.fromEntries(Object.entries(record).map(([name, field]) => [name, disguiseField(name, field, record)]));
}

function disguiseField(name: string, value: unknown, record: Values): unknown {
  const change = value === null ? undefined : FIELDS[name];
  return change ? change(value, record) : disguiseValue(value);
}

import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileValidator } from '#kernel/http/validation.ts';
import type { TSchema } from '#kernel/type.ts';
import { Type } from '#kernel/type.ts';
import { findCommand, parseOptions } from '#program/command-line.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

const CONTROLS = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];

/**
 * Fields that may contain bidirectional control characters: messages of several lines, and values that are compared and
 * never shown. Fields are added here only on purpose; `Line`, `Name`, a pattern and `OneOf` refuse them.
 */
const MESSAGES = ['user_data', 'message', 'reason', 'text', 'note'];
const COMPARED = [
  ...[
    'password',
    'current_password',
    'token',
    'refresh_token',
    'api_key',
    'recovery_code',
    'scopes[]',
    'driver',
    'slug',
    'type',
  ],
  // Parsed by their own parser, which refuses other characters.
  ...['email', 'ssh_keys[]', 'public_key', 'allowed_networks[]', 'ports', 'networks[]', 'since', 'time_zone'],
];

interface Field {
  name: string;
  schema: TSchema;
}

function listTexts(schema: TSchema, name: string): Field[] {
  const {
    properties = {},
    items,
    type,
    enum: choices,
  } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    type?: string | string[];
    enum?: unknown;
  };
  const isText = [type].flat().includes('string') && !choices;
  return [
    ...(isText ? [{ name, schema }] : []),
    ...Object.entries(properties).flatMap(([key, property]) => listTexts(property, key)),
    ...(items ? listTexts(items, `${name}[]`) : []),
  ];
}

describe('bidirectional control characters', () => {
  it('are refused in every text of a request that is shown on one line', () => {
    const accepted = new Set<string>();
    let checked = 0;
    for (const { prefix, routes } of server.hostler.surfaces) {
      for (const route of routes) {
        if (!('body' in route) || !route.body) continue;
        for (const { name, schema } of listTexts(route.body, 'body')) {
          const { minLength: _, ...free } = schema;
          const validate = compileValidator(Type.Object({ field: free }));
          const refuses = CONTROLS.every((control) => validate({ field: `a${control}b` }) !== undefined);
          checked += 1;
          if (!refuses && !MESSAGES.includes(name) && !COMPARED.includes(name)) {
            accepted.add(`${prefix}${route.path} ${name}`);
          }
        }
      }
    }
    expect([...accepted]).toEqual([]);
    expect(checked).toBeGreaterThan(50);
  });

  it('are refused with an error that names the field and the characters', async () => {
    const { key } = await server.createKey((await server.createAccount()).id, 'live');
    const { status, body } = await server.post('/tickets', key, {
      subject: 'Pay \u202etxe.exe',
      message: '\u2067fine\u2069',
    });
    expect([status, body.error?.details]).toEqual([
      422,
      [
        {
          field: 'subject',
          message: 'must not contain bidirectional control characters (U+202A–U+202E, U+2066–U+2069).',
          reason: 'direction_control',
        },
      ],
    ]);
  });

  it('are refused in the options of commands, except in messages', () => {
    const parse = (...args: string[]) => {
      const { command, rest } = findCommand(server.hostler.commands, args);
      return parseOptions(command, rest);
    };
    expect(() => parse('account', 'create', '--name', 'Shop\u202e', '--email', 'jo@example.com')).toThrow(
      /^--name must not contain bidirectional control characters/,
    );
    expect(() => parse('key', 'create', '--account', '1', '--environment', 'live', '--scopes', 'a,\u2066b')).toThrow(
      /^--scopes must not contain bidirectional/,
    );
    expect(parse('ticket', 'reply', '--id', '1', '--message', '\u2067שלום\u2069')).toMatchObject({ id: 1 });
  });
});

describe('names of people and companies', () => {
  it('are refused if mail programs would turn them into links', async () => {
    const create = (name: string) =>
      server.operator.accounts.create({ name, email: 'jo@example.com', password_hash: 'none' });
    for (const name of ['Win at https://evil.example', 'WWW.evil.example']) {
      await expect(create(name)).rejects.toMatchObject({
        details: [{ field: 'name', message: 'must not contain :// or www.' }],
      });
    }
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly ports?: readonly string[];
}

const folder = new URL('../../../packaging/compose/', import.meta.url);
const text = readFileSync(new URL('compose.yaml', folder), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };

describe('the Compose file', () => {
  it('has two servers without background work, and two workers', () => {
    for (const name of ['server-1', 'server-2']) {
      expect(services[name]).toMatchObject({
        command: ['serve'],
        read_only: true,
        environment: { HOSTLER_WORKER: 'off' },
      });
    }
    for (const name of ['worker-1', 'worker-2']) {
      expect(services[name]).toMatchObject({ command: ['worker'], environment: { HOSTLER_METRICS_PORT: '9100' } });
    }
  });

  it('publishes the ports of Caddy only', () => {
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy']);
  });

  it('uses only settings that exist', () => {
    const table = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const names = Object.keys({ ...services['server-1']?.environment, ...services['worker-1']?.environment });
    expect(names.length).toBeGreaterThan(6);
    for (const name of names) expect(table).toContain(`| \`${name}\` |`);
  });

  it('requires exactly the values that the example lists', () => {
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const example = readFileSync(new URL('env.example', folder), 'utf8');
    expect(new Set([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name))).toEqual(required);
  });
});

import { sql } from '@hostler/database';
import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let staff: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  staff = await signInStaff(server, 'support');
  return server.stop;
});

/** Returns a download with its lines. */
async function download(path: string, by = staff) {
  const cookie = [...by.panel.cookies].map((pair) => pair.join('=')).join('; ');
  const response = await fetch(`${server.url}/operator/api/v1${path}`, { headers: { cookie } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, lines: text.trimEnd().split('\r\n') };
}

const INSERT = sql<{ label: string; at: number }>(
  `insert into audit_entries (environment, actor_kind, actor_label, action, changed, at)
   values ('live', 'system', :label, 'tests.csv', '', :at)`,
);

describe('a list of the operator API as CSV', () => {
  it('has a header and all rows that match the filters, and neutralises formulas', async () => {
    await server.operator.accounts.create({ name: '=HYPERLINK(A1, B1)', email: 'formula@example.com' });
    await server.operator.accounts.create({ name: 'Plain', email: 'plain@example.com' });
    const { status, headers, lines } = await download('/accounts?format=csv&search=HYPERLINK');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="accounts-\d{4}-\d\d-\d\d\.csv"$/);
    expect(lines[0]).toMatch(/^id,name,/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=HYPERLINK(A1, B1)"`);
    expect((await download('/accounts?format=csv&search=nothing-like-this')).lines).toHaveLength(1);
  });

  it('reads as many pages as there are', async () => {
    const rows = 1_234;
    await server.hostler.db.write(function* () {
      for (let number = 0; number < rows; number++)
        yield* INSERT.run({ label: `row ${number}`, at: server.clock.now() });
    });
    const { lines } = await download('/audit?format=csv&action=tests.csv&page=3&per_page=5');
    expect(lines).toHaveLength(rows + 1);
    expect(new Set(lines).size).toBe(rows + 1);
  });

  it('shows only what the role may read, and refuses others', async () => {
    const { lines } = await download('/search?format=csv&q=HYPERLINK');
    expect(lines[1]).toMatch(/^account,/);
    expect((await download('/payments/lines?format=csv')).status).toBe(403);
    expect((await download('/staff?format=csv')).status).toBe(403);
  });

  it('answers an error before the first row as JSON', async () => {
    const { status, text } = await download('/staff?format=xml', await signInStaff(server, 'owner'));
    expect([status, JSON.parse(text).error.code]).toEqual([400, 'BAD_REQUEST']);
    const { status: found, text: refusal } = await download('/search?format=csv&q=x');
    expect([found, JSON.parse(refusal).error.details[0].field]).toEqual([422, 'q']);
  });
});

describe('the order of a list', () => {
  it('is newest first, or oldest first with sort=asc', async () => {
    const idsOf = async (query: string) =>
      (await staff.get<OperatorApi.StaffAuditEntry[]>(`/audit?action=tests.csv&${query}`)).body.data.map(
        ({ id }) => id,
      );
    const newest = await idsOf('per_page=3');
    const oldest = await idsOf('per_page=3&sort=asc');
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
    expect(oldest).toEqual(oldest.toSorted((a, b) => a - b));
    expect(oldest[0]).toBeLessThan(newest[0] ?? 0);
    const next = await idsOf(`per_page=3&sort=asc&after=${oldest[2]}`);
    expect(next[0]).toBeGreaterThan(oldest[2] ?? 0);
  });
});

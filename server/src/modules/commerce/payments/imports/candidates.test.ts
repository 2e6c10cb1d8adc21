import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let days = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
});
afterAll(() => server.stop());

async function sell(name: string, amount: number, currency = 'EUR') {
  const { id: account_id } = await server.operator.accounts.create({ name, email: 'ada@example.com' });
  await server.operator.charges.add({ account_id, description: 'Work', amount, currency });
  const [invoice] = await server.operator.invoices.issue({ account_id });
  return { account_id, id: invoice?.id ?? 0, number: invoice?.number ?? '' };
}

/** Imports a line and returns the invoices that it may pay. */
async function listFor({
  name,
  amount,
  text,
}: {
  name: string;
  amount: string;
  text: string;
}): Promise<OperatorApi.InvoiceCandidate[]> {
  const day = new Date(Date.UTC(2020, 0, ++days)).toISOString().slice(0, 10);
  const file = join(server.dataDir, `statement-${days}`);
  await writeFile(file, `date;amount;currency;name;iban;text;id\n${day};${amount};EUR;${name};;${text};\n`);
  await server.run('payment import', '--file', file);
  const [line] = await server.run<{ id: number }[]>('payment lines', '--limit', '1');
  return server.run<OperatorApi.InvoiceCandidate[]>('payment candidates', '--line', String(line?.id));
}

describe('the invoices that a bank line may pay', () => {
  it('are found by name and amount, those with the name of the payer first', async () => {
    const sameAmount = await sell('Somebody Else', 4_100);
    const named = await sell('Lovelace Engines', 5_200);
    const both = await sell('Lovelace Engines', 4_100);
    await sell('Lovelace Engines', 4_100, 'USD');
    const found = await listFor({ name: 'LOVELACE ENGINES LTD', amount: '41.00', text: 'for your work' });
    expect(found.map(({ id, matches }) => ({ id, matches }))).toEqual([
      { id: both.id, matches: ['amount', 'name'] },
      { id: named.id, matches: ['name'] },
      { id: sameAmount.id, matches: ['amount'] },
    ]);
    expect(found[0]).toMatchObject({ account_name: 'Lovelace Engines', amount_due: 4_100 });
  });

  it('include a settled invoice that the text names, so that staff see why the line waits', async () => {
    const paid = await sell('Somebody', 6_300);
    await server.operator.payments.create({ invoice_id: paid.id });
    const found = await listFor({ name: 'X', amount: '63.00', text: `again ${paid.number}` });
    expect(found).toMatchObject([{ id: paid.id, status: 'paid', amount_due: 0, matches: ['reference'] }]);
  });

  it('are at most 20, the one that is due first before others', async () => {
    const first = await sell('Somebody', 8_800);
    for (let count = 0; count < 20; count++) await sell('Somebody', 8_800);
    const found = await listFor({ name: 'X', amount: '88.00', text: 'thanks' });
    expect([found.length, found[0]?.id]).toEqual([20, first.id]);
  });

  it('do not include those of a customer whose name is a pattern or short', async () => {
    await sell('%%%%', 100);
    await sell('Y', 100);
    expect(await listFor({ name: 'Yvonne', amount: '77.77', text: 'nothing' })).toEqual([]);
  });
});

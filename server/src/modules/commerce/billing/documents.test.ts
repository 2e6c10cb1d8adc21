import type { InvoiceFile } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let owner: TestAccount;
let invoice: { id: number; number: string };

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  owner = await server.createAccount();
  const { id: plan } = await server.operator.plans.create({ name: 'VPS S', price: 990 });
  const sold = await server.operator.subscriptions.create({ account_id: owner.id, plan: String(plan) });
  if (sold.invoice) invoice = sold.invoice;
});

afterAll(() => server.stop());

const getPdf = (id: number, key = owner.live) =>
  server.request<InvoiceFile>('GET', `/billing/invoices/pdf?id=${id}`, { key });

describe('the PDF of an invoice', () => {
  it('is returned as a file named after the invoice number, with the same size on every request', async () => {
    const [{ status, body }, again] = [await getPdf(invoice.id), await getPdf(invoice.id)];
    expect([status, body.data.filename, body.data.content_type]).toEqual([
      200,
      `${invoice.number}.pdf`,
      'application/pdf',
    ]);
    expect(Buffer.from(body.data.content, 'base64').toString('latin1')).toMatch(/^%PDF-1\.7\n.*%%EOF\s*$/s);
    expect(again.body.data.content.length).toBe(body.data.content.length);
  });

  it('answers 404 to another account', async () => {
    const other = await server.createAccount();
    const { status, body } = await getPdf(invoice.id, other.live);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is returned to at least 21 of 30 simultaneous requests; the others get 429', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => getPdf(invoice.id)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(21);
    expect(statuses.filter((status) => status !== 200)).toEqual(statuses.filter((status) => status === 429));
    expect(statuses).toContain(429);
  });
});

import { expect, it } from 'vitest';
import { describeRollback } from './describe-rollback.ts';

const PLAN = {
  ...{ copy: '/copies/before', copied_at: '2026-11-01T00:00:00Z', from_version: '0.1.0', to_version: '0.2.0' },
  ...{ breaking: ['a-002'], migrations: 2, finished_at: null, performed: false, kept: null },
  created_since: { accounts: 0, invoices: 0, ticket_messages: 3 },
};

it('names what the version before cannot use and what would be lost', () => {
  const text = describeRollback(PLAN);
  expect(text).toContain('The last upgrade, to version 0.2.0, was not completed. It has 2 migrations.');
  expect(text).toContain('After a-002, version 0.1.0 cannot use the current data.');
  expect(text).toContain('Created since then: 3 ticket messages.');
  expect(text).not.toContain('document archive');
});

it('warns of invoices that were issued since the copy', () => {
  const text = describeRollback({ ...PLAN, created_since: { invoices: 1 } });
  expect(text).toContain('Created since then: 1 invoices. The document archive keeps the issued invoices');
});

it('says that the loss cannot be counted if the database is not readable', () => {
  const text = describeRollback({ ...PLAN, from_version: null, created_since: null });
  expect(text).toContain('They cannot be counted');
  expect(text).toContain('the version before cannot use the current data');
});

it('names the next step after a rollback, and the replaced data', () => {
  const done = { ...PLAN, performed: true, kept: '/data/hostler.db.before-1' };
  expect(describeRollback(done)).toContain('The replaced data is kept as /data/hostler.db.before-1.');
  expect(describeRollback(done)).toContain('Next: install version 0.1.0');
  expect(describeRollback({ ...done, kept: null })).not.toContain('replaced data');
});

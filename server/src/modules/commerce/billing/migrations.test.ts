import { applyMigrations, runScript } from '@hostler/database';
import { openKernelDatabase } from '@hostler/testing/server/database.ts';
import { startTestServer } from '@hostler/testing/server/server.ts';
import { expect, it } from 'vitest';
import { readBillingClock } from './hold/store.ts';

it('migration billing-005 uses the last clock reading of an older version as the time of the last billing run', async () => {
  const { hostler, stop } = await startTestServer({ worker: false });
  const { migrations } = hostler;
  await stop();
  const { db, close } = await openKernelDatabase(migrations.filter(({ id }) => id !== 'billing-005'));
  try {
    await db.write(() =>
      runScript(`insert into settings (name, value) values ('clock', '{"at":5,"believedFrom":0}');`),
    );
    await db.write(() => applyMigrations(migrations, 9));
    expect(await db.read(readBillingClock())).toMatchObject({ at: 5 });
  } finally {
    await close();
  }
});

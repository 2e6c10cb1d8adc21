import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlCustomer, type SqlCustomer } from '../engines/sql-customer.ts';
import type { OpenSqlServer, SqlServer } from '../engines/sql-server.ts';
import { openRelay, type Relay } from '../receivers/relay.ts';
import type { ContentDialect } from './sql-backups.ts';

export interface OutageDialect extends ContentDialect {
  /** Statements of a load at which the connection may break. */
  readonly steps: readonly string[];
}

/** Contract of every real server that becomes unreachable and returns. */
export function describeSqlOutages(title: string, url: string, open: OpenSqlServer, dialect: OutageDialect): void {
  describe(`${title} during outages`, () => {
    let customer: SqlCustomer;
    let relay: Relay;
    /** The same server through a connection that can break. */
    let remote: SqlServer;

    beforeEach(async () => {
      customer = await openSqlCustomer(await open(url, { leastPrivileged: true }));
      relay = await openRelay(url);
      remote = await open(url, { leastPrivileged: true, port: relay.port });
    });
    afterEach(async () => {
      relay.mend();
      await remote.close();
      await relay.close();
      await customer.close();
    });

    it('is unreachable while it is down, and works again afterwards', async () => {
      const { credentials, database } = customer;
      relay.cut();
      const away = { name: 'EngineError', code: 'unreachable' };
      await expect(remote.driver.create(credentials)).rejects.toMatchObject(away);
      await expect(remote.driver.size(database)).rejects.toMatchObject(away);
      await expect(remote.driver.dump(database)).rejects.toMatchObject(away);
      await expect(remote.driver.load(database, Readable.from(['x']))).rejects.toMatchObject(away);
      await expect(remote.driver.remove(credentials)).rejects.toMatchObject(away);
      expect(await remote.driver.check()).toMatchObject({ reachable: false, advice: expect.stringContaining('host') });
      relay.mend();
      await remote.driver.create(credentials);
      expect(await remote.driver.check()).toMatchObject({ reachable: true });
    });

    it('is never sent a password in plain text', async () => {
      const { username, password } = customer.credentials;
      await remote.driver.create(customer.credentials);
      expect(relay.hasHeard(username)).toBe(true);
      expect(relay.hasHeard(password)).toBe(false);
    });

    it('answers unreachable to a backup if the connection breaks', async () => {
      await customer.run('create table big (content text)', `insert into big values ('${'x'.repeat(60_000)}')`);
      for (let count = 0; count < 7; count++) await customer.run('insert into big select * from big');
      const stream = await remote.driver.dump(customer.database);
      relay.cut();
      await expect(buffer(stream)).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
    });

    it.each(dialect.steps.flatMap((step) => [false, true].map((heard) => ({ step, heard }))))(
      'repeats a restore that was interrupted at "$step" (statement received: $heard)',
      async ({ step, heard }) => {
        const { driver } = customer;
        await customer.run(...dialect.fill);
        const before = await customer.run(...dialect.inspect);
        const whole = await customer.dump();
        await customer.run(...dialect.empty, 'create table newer (n int)', 'insert into newer values (1)');
        relay.cutAt(step, { heard });
        const cutOff = remote.driver.load(customer.database, Readable.from([whole]));
        await expect(cutOff).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
        relay.mend();
        // The hourly measurement may come first; then the customer has all of one or all of the other.
        while ((await driver.size(customer.database).catch(() => undefined)) === undefined) await sleep(20);
        const newer = await customer.run('select n from newer').catch(() => undefined);
        if (newer) expect(newer).toEqual([[{ n: 1 }]]);
        else expect(await customer.run(...dialect.inspect)).toEqual(before);
        await remote.driver.load(customer.database, Readable.from([whole]));
        expect(await customer.run(...dialect.inspect)).toEqual(before);
        expect(await customer.listBeside()).toEqual([]);
      },
    );
  });
}

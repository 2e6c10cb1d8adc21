import { describe, expect, test } from 'vitest';
import { byLane } from '../testing/lane.ts';
import { Client } from './client.ts';
import { type HostlerProcess, runHostler } from './hostler-process.ts';
import { runsOnPostgres } from './seed.ts';
import { serve } from './server.ts';
import { queryStored } from './stored.ts';
import { openWorld, type World } from './world.ts';

interface Attempt {
  readonly name: string;
  readonly headers: Record<string, string>;
  /** Set once the server confirmed the ticket. */
  id?: number;
}

/** Checks that every ticket has its message and event, and that stored totals match a count. */
async function expectWhole({ server, alpha, client }: World): Promise<void> {
  const count = async (what: string) =>
    Number((await queryStored(server.settings, `select count(*) as n from ${what}`))[0]?.n);
  const tickets = await count('tickets');
  expect(await count('ticket_messages where id in (select min(id) from ticket_messages group by ticket_id)')).toBe(
    tickets,
  );
  expect(await count(`events where type = 'ticket.created'`)).toBe(tickets);
  const [total] = await queryStored(server.settings, `select sum(count) as n from totals where list = 'tickets'`);
  expect(Number(total?.n ?? 0)).toBe(tickets);
  expect(await count('idempotency_records where status is null')).toBe(0);
  const listed = await client.all('/tickets', alpha.live);
  expect(listed.length).toBe(await client.total('/tickets', alpha.live));
}

/** Stops the process and reports its log if it failed or ended early. */
async function stopWell(running: HostlerProcess): Promise<void> {
  running.kill('SIGTERM');
  const { code, signal } = await running.exited;
  if (code !== 0) throw new Error(`hostler ended with ${code ?? signal}: ${running.stderr().slice(-3_000)}`);
}

describe('kill -9', () => {
  test('during many writes loses no acknowledged write and leaves no partial write', async () => {
    const world = await openWorld({ errorsExpected: true });
    try {
      for (let round = 0; round < byLane({ short: 1, all: 3 }); round++) {
        const attempts = await writeUntilKilled(world, 60 + round * 90);
        await world.server.restart();
        await expectWhole(world);
        const acknowledged = attempts.filter(({ id }) => id !== undefined);
        expect(acknowledged.length).toBeGreaterThanOrEqual(60);
        for (const { id, name } of acknowledged) {
          const { status, body } = await world.client.get(`/tickets/show?id=${id}`, world.alpha.live);
          expect([name, status]).toEqual([name, 200]);
          expect(body.data).toMatchObject({ subject: name, messages: [{ message: `Message of ${name}` }] });
        }
        await repeat(world, attempts);
        await expectWhole(world);
      }
    } finally {
      await world.close();
    }
  });

  /** Writes concurrently, half of it with an Idempotency-Key, and kills the server after a number of responses. */
  async function writeUntilKilled({ client, alpha, server }: World, answers: number): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    const round = server.process.pid;
    let left = answers;
    const write = async () => {
      for (;;) {
        const name = `Ticket ${round}-${attempts.length}`;
        const headers: Record<string, string> =
          attempts.length % 2 === 0 ? { 'idempotency-key': `key-${round}-${attempts.length}` } : {};
        const attempt: Attempt = { name, headers };
        attempts.push(attempt);
        const body = { subject: name, message: `Message of ${name}` };
        const answer = await client.post('/tickets', alpha.live, body, headers).catch((error: unknown) => {
          // A cut connection is expected here; a wrong response is not.
          if (error instanceof TypeError) return undefined;
          throw error;
        });
        if (!answer) return;
        expect(answer.status).toBe(201);
        attempt.id = answer.body.data.id;
        if (--left === 0) void server.crash();
      }
    };
    await Promise.all(Array.from({ length: 16 }, write));
    await server.process.exited;
    return attempts;
  }

  /** Repeats all requests, as a careful client does after a crash. With a key, each exists exactly once. */
  async function repeat({ client, alpha }: World, attempts: readonly Attempt[]): Promise<void> {
    for (const { name, headers, id } of attempts.filter((attempt) => attempt.headers['idempotency-key'])) {
      const body = { subject: name, message: `Message of ${name}` };
      const answer = await client.post('/tickets', alpha.live, body, headers);
      expect(answer.status).toBe(201);
      if (id === undefined) continue;
      expect(answer.body.data.id).toBe(id);
      expect(answer.headers.get('idempotent-replayed')).toBe('true');
    }
    const subjects = (await client.all('/tickets', alpha.live)).map(({ subject }) => subject);
    expect(subjects.length).toBe(new Set(subjects).size);
  }
});

describe('a second server', () => {
  test.skipIf(runsOnPostgres)('on the same data folder is refused with a one-line error and exit code 1', async () => {
    const world = await openWorld();
    try {
      const { code, stderr } = await runHostler(['serve'], world.server.settings);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^hostler: Another hostler serve uses .+\.\n$/);
      expect(stderr).toContain(world.server.dataDir);
      expect((await world.client.get('/auth/me', world.alpha.live)).status).toBe(200);
      await world.server.crash();
      // The lock is released when the process ends, however it ended.
      await world.server.restart();
      expect((await world.client.get('/auth/me', world.alpha.live)).status).toBe(200);
    } finally {
      await world.close();
    }
  });

  test.runIf(runsOnPostgres)(
    'on the same PostgreSQL database is safe and sees every write of the first immediately',
    async () => {
      const world = await openWorld();
      const second = await serve(world.server.settings);
      try {
        const other = await Client.connect(second);
        for (let round = 0; round < 20; round++) {
          const [here, there] = round % 2 === 0 ? [world.client, other] : [other, world.client];
          const { body } = await here.post('/tickets', world.alpha.live, {
            subject: `R${round}`,
            message: 'm',
          });
          expect((await there.get(`/tickets/show?id=${body.data.id}`, world.alpha.live)).status).toBe(200);
          expect(await there.total('/tickets', world.alpha.live)).toBe(round + 1);
        }
        await expectWhole(world);
      } finally {
        await stopWell(second.process);
        await world.close();
      }
    },
  );
});

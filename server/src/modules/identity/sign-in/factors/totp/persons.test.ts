import { codeAt, createPerson, turnOnTotp } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { SECOND } from '#kernel/time.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  server.clock.standStill();
  return server.stop;
});

it('a used code of one person does not invalidate the same code of another person', async () => {
  const persons = [await createPerson(server, 'first'), await createPerson(server, 'second')];
  const enabled = [];
  for (const person of persons) {
    const { secret } = await turnOnTotp(server, await person.signIn());
    enabled.push({ person, secret });
    // Both people enabled their app with the code of the same 30 seconds.
    server.clock.advance(-30 * SECOND);
  }
  server.clock.advance(30 * SECOND);
  for (const { person, secret } of enabled) {
    const panel = person.open();
    expect((await panel.signIn(person.email)).status).toBe(200);
    expect((await panel.post('/sessions/second-factor', { totp: codeAt(server, secret) })).status).toBe(201);
  }
});

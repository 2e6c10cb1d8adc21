import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

it('creating staff without a password returns the invitation with its address and role', async () => {
  const invited = await server.operator.people.createStaff({ email: 'Support@Example.com', role: 'support' });
  expect(invited).toMatchObject({ id: null, email: 'support@example.com', staff_role: 'support' });
  expect(invited.invitation_url).toContain('/invitation#');
});

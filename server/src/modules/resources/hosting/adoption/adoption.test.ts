import { join } from 'node:path';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import type { AdoptableMachine, AdoptedLine } from './schemas.ts';

type Staff = Awaited<ReturnType<typeof signInStaff>>;

let server: TestServer;
let account: TestAccount;
let engine: VpsDriver;
let staff: Staff;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  engine = createSimulatedVps({ dir: join(server.dataDir, 'simulated', 'vps') });
  staff = await signInStaff(server, 'technician');
});
afterAll(() => server.stop());

async function makeForeign(name: string) {
  const size = { image: 'debian/13', vcpus: 2, memoryMb: 2048, diskGb: 20 };
  await engine.create({ name, hostname: name, kind: 'container', sshKeys: [], ...size });
  await engine.stop(name);
}

const listAdoptable = async () => (await staff.get<AdoptableMachine[]>('/hosting/adoptable')).body.data;
const namesOf = async () => (await listAdoptable()).map(({ instance }) => instance);
const adoptFile = (text: string | Buffer) =>
  staff.post<AdoptedLine[]>('/hosting/adopt-file', { file: Buffer.from(text).toString('base64') });

describe('machines that can be adopted', () => {
  it('are those that no server uses, with the reason if one cannot be adopted now', async () => {
    const made = await server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'a.test' }));
    await makeForeign('web1');
    await makeForeign('web2');
    await engine.start('web2');
    const listed = await listAdoptable();
    expect(listed).toMatchObject([
      { instance: 'web1', status: 'stopped', vcpus: 2, memory_mb: 2048, disk_gb: 20, problem: null },
      { instance: 'web2', status: 'running', problem: expect.stringContaining('Stop it first') },
    ]);
    expect(listed.some(({ instance }) => instance === `vps-${made.id}`)).toBe(false);
    const support = await signInStaff(server, 'support');
    expect((await support.get('/hosting/adoptable')).status).toBe(403);
  });

  it('cannot be listed while the engine does not answer', async () => {
    const target = '';
    const fault = { operation: 'listAdoptable', target, code: 'unreachable', message: 'No answer.', times: 1 } as const;
    await failNext(join(server.dataDir, 'simulated', 'vps'), fault);
    const { status, body } = await staff.get<AdoptableMachine[]>('/hosting/adoptable');
    expect([status, body.error]).toMatchObject([409, { code: 'CONFLICT', message: 'No answer.' }]);
  });

  it('are adopted once: the second request at the same time is a conflict', async () => {
    await makeForeign('twice');
    const body = { account: account.id, instance: 'twice' };
    const answers = await Promise.all([staff.post('/hosting/adopt', body), staff.post('/hosting/adopt', body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await namesOf()).not.toContain('twice');
  });
});

describe('a CSV file of machines', () => {
  it('is adopted line by line, with a result for each', async () => {
    for (const name of ['csv1', 'csv2', 'csv3']) await makeForeign(name);
    await engine.start('csv3');
    // With a byte order mark, semicolons, Windows line ends and an empty line.
    const file = [
      '\ufeffinstance;account;hostname;label',
      `csv1;${account.id};one.example.com;"Shop; main"`,
      '',
      `csv2;someone;;`,
      `csv3;${account.id};;`,
      `none;${account.id};;`,
      `csv2;999999;;`,
      `csv2;${account.id};not a host;`,
      `csv2;${account.id};;`,
      `csv2;${account.id};;`,
    ].join('\r\n');
    const { status, body } = await adoptFile(file);
    expect(status).toBe(202);
    expect(body.data.map(({ line, error }) => [line, error])).toEqual([
      [2, null],
      [4, 'The cell account must be the id of an account.'],
      [5, 'The machine is running. Stop it first.'],
      [6, 'The engine has no such machine, or a server uses it already.'],
      [7, 'Account not found.'],
      [8, 'hostname must be a hostname, like shop.example.com.'],
      [9, null],
      [10, 'The engine has no such machine, or a server uses it already.'],
    ]);
    const id = body.data[0]?.hosting_id ?? 0;
    await until(async () => (await server.run<{ status: string }>('hosting show', '--id', id)).status === 'stopped');
    expect(await server.run('hosting show', '--id', id)).toMatchObject({
      hostname: 'one.example.com',
      label: 'Shop; main',
      account_id: account.id,
      vcpus: 2,
    });
    await until(async () => !(await namesOf()).includes('csv2'));
    const again = await adoptFile(file);
    expect(again.body.data.every(({ error }) => error !== null)).toBe(true);
    const { isFailure } = server.hostler.commands.find(({ name }) => name === 'hosting adopt-file') ?? {};
    const [adopted, refused] = body.data;
    expect([isFailure?.([adopted]), isFailure?.([adopted, refused])]).toEqual([false, true]);
  });

  it('puts a machine on a plan and a subscription, and refuses those of others', async () => {
    for (const name of ['paid1', 'paid2']) await makeForeign(name);
    await server.operator.plans.create({ name: 'S', price: 900 });
    const other = await server.createAccount();
    const [own, foreign] = [account.id, other.id].map((account_id) =>
      server.operator.subscriptions.create({ account_id, plan: 'S' }),
    );
    const [mine, theirs] = [(await own)?.id, (await foreign)?.id];
    const { body } = await adoptFile(
      [
        'instance,account,subscription,plan',
        `paid1,${account.id},${theirs},`,
        `paid1,${account.id},${mine},S`,
        `paid2,${account.id},,XXL`,
      ].join('\n'),
    );
    const [stranger, adopted, unplanned] = body.data;
    expect([stranger?.hosting_id, unplanned?.hosting_id]).toEqual([null, null]);
    expect(stranger?.error).toBe('Subscription not found.');
    expect(adopted).toMatchObject({ line: 3, instance: 'paid1', error: null, action_id: expect.any(Number) });
    const hosting = await server.run('hosting show', '--id', adopted?.hosting_id ?? 0);
    expect(hosting).toMatchObject({ plan: 'S' });
    expect(await server.run('subscription show', '--id', mine ?? 0)).toMatchObject({ hosting_id: adopted?.hosting_id });
  });

  it('may be Latin-1', async () => {
    await makeForeign('latin');
    const { body } = await adoptFile(Buffer.from(`instance,account,label\nlatin,${account.id},Büro`, 'latin1'));
    const id = body.data[0]?.hosting_id ?? 0;
    expect(await server.run('hosting show', '--id', id)).toMatchObject({ label: 'Büro' });
  });

  it.each([
    ['without the columns', 'name\nweb1', 'unknown columns'],
    ['without the column account', 'instance\nweb1', 'needs a first line with the columns instance and account'],
    ['without the column instance', 'account\n1', 'needs a first line with the columns instance and account'],
    ['without lines', 'instance,account\n', 'no lines'],
    ['with an open quote', 'instance,account\n"web1,1', 'is not a CSV file: line 2'],
    ['with too many lines', `instance,account\n${'web1,1\n'.repeat(1_001)}`, '1000 lines'],
  ])('is refused as a whole %s', async (_, text, message) => {
    const { status, body } = await adoptFile(text);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(message)]);
  });
});

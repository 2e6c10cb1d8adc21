import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  ExecuteOptions,
  ExecuteStep,
  VpsBounds,
  VpsDriver,
  VpsSample,
  VpsSpec,
} from '../../server/src/engines/vps/driver.ts';
import { eventually } from '../until.ts';

/** Provided by the test of a driver. */
export interface VpsHarness {
  driver: VpsDriver;
  /** An image of the engine, and a missing one. */
  image: string;
  missingImage: string;
  /** Writes to the disk of the machine, and reads it back. */
  scribble(name: string, content: string): Promise<void>;
  readBack(name: string): Promise<string>;
  /** Returns the public keys that may log in as root, running or stopped. */
  readKeys(name: string): Promise<string[]>;
  /** Returns the effective limits, as far as the engine reports them. */
  readBounds(name: string): Promise<Pick<VpsBounds, 'processes' | 'nesting'>>;
  /** Removes the limits, as for a machine from before there were any. */
  loosen(name: string): Promise<void>;
  /** Creates a stopped machine without the driver, in a place that the driver lists. */
  makeForeign(name: string): Promise<void>;
  /** Makes a long command of an engine that runs none: the step for it, which prints `begun` and takes an hour. */
  openLongStep?(): Promise<ExecuteStep>;
  /** Waits until the machine has used some CPU time. */
  work(name: string): Promise<void>;
  /** Removes everything the test created. */
  close(): Promise<void>;
}

const keys = {
  first: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 first@example.com',
  second: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDJhKJ14IQFASKlWnmYphK/bf8WjIE+n/tr+f+OAH2oB second',
  third: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILCqiESU17rloPMIi3lyOSfs4FPXi7pDcL4G4yIlqFwG',
};

/** Timeout for a command that ends by itself, even on a busy host. */
const ample = 100_000;

/** Contract of every VPS driver. The simulated engine runs no commands. */
export function describeVpsDriver(
  title: string,
  openHarness: () => Promise<VpsHarness>,
  { runsCommands = true }: { runsCommands?: boolean } = {},
): void {
  describe(`${title}: the VPS contract`, () => {
    let harness: VpsHarness;
    let driver: VpsDriver;
    let spec: VpsSpec;

    beforeEach(async () => {
      harness = await openHarness();
      driver = harness.driver;
      spec = makeSpec();
    });
    afterEach(() => harness.close());

    const makeSpec = (): VpsSpec => {
      const name = `contract-${randomUUID().slice(0, 8)}`;
      const size = { image: harness.image, vcpus: 1, memoryMb: 256, diskGb: 1 };
      return { name, hostname: `${name}.test`, kind: 'container', sshKeys: [keys.first], ...size };
    };
    const sampleOf = async (name: string): Promise<VpsSample | undefined> =>
      (await driver.sample()).find((sample) => sample.name === name);
    const exportWhole = async (name: string): Promise<Buffer> => buffer(await driver.export(name));

    it('reports that it is reachable', async () => {
      // The check has a few seconds to answer.
      await eventually(async () =>
        expect(await driver.check()).toMatchObject({ reachable: true, version: expect.any(String) }),
      );
    });

    it('creates a running machine with an address and a console', async () => {
      const state = await driver.create(spec);
      expect(state).toMatchObject({ name: spec.name, status: 'running', node: expect.any(String) });
      expect([...state.ipv4, ...state.ipv6]).not.toHaveLength(0);
      expect(await driver.inspect(spec.name)).toEqual(state);
      expect(await driver.readConsole(spec.name)).toEqual(expect.any(String));
    });

    it('reports missing images', async () => {
      const { image, missingImage } = harness;
      const kind = 'container' as const;
      const { missing, available } = await driver.checkImages(
        [image, missingImage].map((one) => ({ image: one, kind })),
      );
      expect(missing).toEqual([{ image: missingImage, kind }]);
      expect(available).toContainEqual({ image, kind });
      expect((await driver.checkImages([])).missing).toEqual([]);
    });

    it('keeps the machine and its disk if a creation is repeated', async () => {
      const state = await driver.create(spec);
      await harness.scribble(spec.name, 'precious');
      expect(await driver.create(spec)).toEqual(state);
      expect(await harness.readBack(spec.name)).toBe('precious');
    });

    it('boots a stopped machine if its creation is repeated', async () => {
      await driver.create(spec);
      await driver.stop(spec.name);
      expect((await driver.create(spec)).status).toBe('running');
    });

    it('applies the given limits, even after an import', async () => {
      const bounds = { processes: 333, networkMbps: 50, diskIops: 500, nesting: true };
      await driver.create({ ...spec, bounds });
      expect(await harness.readBounds(spec.name)).toMatchObject({ processes: 333, nesting: true });
      const archive = await exportWhole(spec.name);
      const narrower = { ...bounds, processes: 111, nesting: false };
      await driver.import({ ...spec, bounds: narrower }, Readable.from([archive]));
      expect(await harness.readBounds(spec.name)).toMatchObject({ processes: 111, nesting: false });
      expect((await driver.start(spec.name)).status).toBe('running');
    });

    it('adds limits to machines without them, once, and changes nothing else', async () => {
      const state = await driver.create(spec);
      await driver.create({ ...makeSpec(), bounds: { processes: 222 } });
      await harness.loosen(spec.name);
      expect(await driver.tighten()).toEqual([spec.name]);
      expect(await driver.tighten()).toEqual([]);
      expect(await driver.inspect(spec.name)).toEqual(state);
    });

    it('refuses to reuse a different machine of the same name', async () => {
      await driver.create(spec);
      await expect(driver.create({ ...spec, memoryMb: 512 })).rejects.toMatchObject({ code: 'conflict' });
    });

    it('refuses a missing image, and creates nothing', async () => {
      await expect(driver.create({ ...spec, image: harness.missingImage })).rejects.toMatchObject({ code: 'refused' });
      expect(await driver.inspect(spec.name)).toBeUndefined();
    });

    it.each(['', '..', '../escape', 'a/b', 'Upper', '-a', 'a-', '1a', 'a'.repeat(64)])(
      'refuses the name "%s"',
      async (name) => {
        await expect(driver.create({ ...spec, name })).rejects.toMatchObject({ code: 'refused' });
      },
    );

    it('stops and starts a machine, repeatedly', async () => {
      await driver.create(spec);
      for (const operation of ['stop', 'stop', 'start', 'start'] as const) {
        const status = operation === 'stop' ? 'stopped' : 'running';
        expect((await driver[operation](spec.name)).status).toBe(status);
        expect((await driver.inspect(spec.name))?.status).toBe(status);
      }
    });

    it('restarts a machine, even a stopped one, and powers it off on request', async () => {
      await driver.create(spec);
      await harness.scribble(spec.name, 'kept');
      expect((await driver.restart(spec.name)).status).toBe('running');
      await driver.stop(spec.name);
      expect((await driver.restart(spec.name)).status).toBe('running');
      expect((await driver.restart(spec.name, { force: true })).status).toBe('running');
      expect((await driver.stop(spec.name, { force: true })).status).toBe('stopped');
      expect((await driver.restart(spec.name, { force: true })).status).toBe('running');
      expect(await harness.readBack(spec.name)).toBe('kept');
    });

    it('destroys a machine, even a missing one', async () => {
      await driver.create(spec);
      await driver.destroy(spec.name);
      await driver.destroy(spec.name);
      expect(await driver.inspect(spec.name)).toBeUndefined();
      expect(await sampleOf(spec.name)).toBeUndefined();
    });

    it('creates a fresh machine under the name of a destroyed one', async () => {
      await driver.create(spec);
      await harness.scribble(spec.name, 'old tenant');
      await driver.destroy(spec.name);
      await driver.create(spec);
      expect(await harness.readBack(spec.name)).not.toContain('old tenant');
    });

    it.each([
      ...(['start', 'stop', 'restart', 'export', 'readConsole'] as const).map(
        (operation) => [operation, (name: string) => driver[operation](name)] as const,
      ),
      ['setAccess', (name: string) => driver.setAccess(name, [keys.first])] as const,
      ['rebuild', (name: string) => driver.rebuild({ ...spec, name }, { token: 'one' })] as const,
      ['setPassword', (name: string) => driver.setPassword(name, 'x')] as const,
      ['execute', (name: string) => driver.execute(name, ['true'], { timeoutMs: ample })] as const,
      ['adopt', (name: string) => driver.adopt(`${name}-foreign`, name)] as const,
      ['openTerminal', (name: string) => driver.openTerminal(name, { kind: 'shell', columns: 80, rows: 24 })] as const,
    ])('answers not_found to %s of a missing machine', async (_operation, run) => {
      await expect(run(spec.name)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('rebuilds a machine once per token, with an empty disk and the same addresses', async () => {
      const state = await driver.create(spec);
      await harness.scribble(spec.name, 'precious');
      const missing = driver.rebuild({ ...spec, image: harness.missingImage }, { token: 'none' });
      await expect(missing).rejects.toMatchObject({ code: 'refused' });
      expect(await driver.inspect(spec.name)).toEqual(state);
      expect(await harness.readBack(spec.name)).toBe('precious');
      expect(await driver.rebuild({ ...spec, sshKeys: [keys.second] }, { token: 'one' })).toEqual(state);
      expect(await harness.readBack(spec.name)).not.toContain('precious');
      expect(await harness.readKeys(spec.name)).toEqual([keys.second]);
      await harness.scribble(spec.name, 'newer');
      expect(await driver.rebuild({ ...spec, sshKeys: [keys.second] }, { token: 'one' })).toEqual(state);
      expect(await harness.readBack(spec.name)).toBe('newer');
    });

    it('replaces the SSH keys, whether the machine runs or not', async () => {
      await driver.create(spec);
      expect(await harness.readKeys(spec.name)).toEqual([keys.first]);
      await driver.setAccess(spec.name, [keys.second, keys.third]);
      expect(await harness.readKeys(spec.name)).toEqual([keys.second, keys.third]);
      await driver.stop(spec.name, { force: true });
      await driver.setAccess(spec.name, [keys.first]);
      expect(await harness.readKeys(spec.name)).toEqual([keys.first]);
      await driver.setAccess(spec.name, []);
      expect(await harness.readKeys(spec.name)).toEqual([]);
      expect((await driver.inspect(spec.name))?.status).toBe('stopped');
    });

    it('lists the machines that could be adopted, and says why one cannot be', async () => {
      const foreign = `${spec.name}-foreign`;
      await harness.makeForeign(foreign);
      const find = async () => (await driver.listAdoptable()).find(({ source }) => source === foreign);
      const sizes = { vcpus: expect.any(Number), memoryMb: expect.any(Number), diskGb: expect.any(Number) };
      const found = { source: foreign, status: 'stopped', kind: 'container', node: expect.any(String), ...sizes };
      expect(await find()).toEqual({ ...found, problem: null });
      await driver.start(foreign);
      expect(await find()).toEqual({ ...found, status: 'running', problem: expect.stringContaining('Stop it first') });
      await driver.destroy(foreign);
      expect(await find()).toBeUndefined();
    });

    it('lists its nodes with their capacity and usage', async () => {
      const nodes = await driver.listNodes();
      expect(nodes.length).toBeGreaterThan(0);
      for (const node of nodes) {
        expect(node).toMatchObject({ isOnline: true, cpus: expect.any(Number) });
        for (const [used, total] of [
          [node.memoryUsedBytes, node.memoryBytes],
          [node.diskUsedBytes, node.diskBytes],
        ] as const) {
          expect(used).toBeGreaterThan(0);
          expect(used).toBeLessThanOrEqual(total ?? 0);
        }
      }
      const made = await driver.create(spec);
      expect(nodes.map(({ name }) => name)).toContain(made.node);
    });

    it('creates no machine on a node to be avoided, and waits if there is no other', async () => {
      const names = (await driver.listNodes()).map(({ name }) => name);
      const wait = { code: 'unreachable', retry: 'wait', message: expect.stringContaining('No node accepts') };
      await expect(driver.create(spec, { avoid: names })).rejects.toMatchObject(wait);
      expect(await driver.inspect(spec.name)).toBeUndefined();
      const avoid = names.length > 1 ? names.slice(1) : ['another'];
      expect((await driver.create(spec, { avoid })).node).toBe(names[0]);
      // An existing machine is completed wherever it is.
      expect((await driver.create(spec, { avoid: names })).node).toBe(names[0]);
    });

    it('adopts a stopped machine that Hostler did not create, with its disk and addresses', async () => {
      const foreign = `${spec.name}-foreign`;
      await harness.makeForeign(foreign);
      await harness.scribble(foreign, 'precious');
      const before = await driver.start(foreign);
      await expect(driver.adopt(foreign, spec.name)).rejects.toMatchObject({ code: 'conflict' });
      await driver.stop(foreign, { force: true });

      const adopted = await driver.adopt(foreign, spec.name, { bounds: { processes: 444 } });
      expect(await harness.readBounds(spec.name)).toMatchObject({ processes: 444 });
      expect(adopted.state).toMatchObject({ name: spec.name, status: 'stopped', node: expect.any(String) });
      expect(adopted.spec).toMatchObject({ name: spec.name, kind: 'container', image: expect.any(String) });
      for (const amount of ['vcpus', 'memoryMb', 'diskGb'] as const) {
        expect(adopted.spec[amount]).toBeGreaterThanOrEqual(1);
      }
      expect(await driver.adopt(foreign, spec.name)).toEqual(adopted);
      const names = (await driver.list()).map(({ name }) => name);
      expect([names.includes(spec.name), names.includes(foreign)]).toEqual([true, false]);

      const { ipv4, ipv6 } = await driver.start(spec.name);
      expect({ ipv4, ipv6 }).toEqual({ ipv4: before.ipv4, ipv6: before.ipv6 });
      expect(await harness.readBack(spec.name)).toBe('precious');
    });

    it.runIf(runsCommands)('runs commands as root, with input and environment, without a shell', async () => {
      expect(driver.capabilities).toContain('execute');
      await driver.create(spec);
      const run = (command: string[], options: Partial<ExecuteOptions> = {}) =>
        driver.execute(spec.name, command, { timeoutMs: ample, ...options });
      const done = { exitCode: 0, stdout: '', stderr: '', dropped: false, timedOut: false };

      expect(await run(['true'])).toEqual(done);
      expect(await run(['id', '-u'])).toEqual({ ...done, stdout: '0\n' });
      const hostile = ['a b', '$HOME', '`id`', '; exit 1', "'", '*', 'ü'];
      expect((await run(['echo', ...hostile])).stdout).toBe(`${hostile.join(' ')}\n`);
      const environment = { GREETING: 'a\n$b "c"' };
      expect((await run(['sh', '-c', 'echo "<$GREETING>"'], { environment })).stdout).toBe('<a\n$b "c">\n');
      expect((await run(['cat'])).stdout).toBe('');
      const input = `${'0123456789'.repeat(10_000)}\nend`;
      expect((await run(['cat'], { input, outputBytes: 200_000 })).stdout).toBe(input);
      expect((await run(['cat'], { input: Buffer.from([0x61, 0xff, 0xfe, 0x62]) })).stdout).toBe('a\ufffd\ufffdb');

      expect(await run(['sh', '-c', 'echo out; echo oops >&2; exit 3'])).toEqual({
        ...{ ...done, exitCode: 3 },
        ...{ stdout: 'out\n', stderr: 'oops\n' },
      });
      expect((await run(['sh', '-s', 'given'], { input: 'set -eu\necho "<$1>"\nfalse\necho never\n' })).stdout).toBe(
        '<given>\n',
      );
      expect((await run(['no-such-command'])).exitCode).toBe(127);
    });

    it.runIf(runsCommands)('returns the end of the output, and streams all of it', async () => {
      await driver.create(spec);
      const heard: Record<string, string> = { stdout: '', stderr: '' };
      const text = 'ä€😀'.repeat(40_000);
      const { stdout, dropped } = await driver.execute(spec.name, ['sh', '-c', 'cat; echo done >&2'], {
        ...{ input: text, outputBytes: 100, timeoutMs: ample },
        onOutput(chunk, stream) {
          heard[stream] += chunk;
        },
      });
      expect(heard).toEqual({ stdout: text, stderr: 'done\n' });
      expect(dropped).toBe(true);
      // A hundred bytes, minus the rest of a cut character.
      expect(text.endsWith(stdout)).toBe(true);
      expect(Buffer.byteLength(stdout)).toBeGreaterThan(96);
    });

    it('ends a command when its time is up or the caller aborts', async () => {
      await driver.create(spec);
      const slow = ['sh', '-c', 'echo begun; sleep 3600; echo late'];
      const step = await harness.openLongStep?.();
      let hasBegun = false;
      // On a busy host the time may be up before the command starts.
      for (let timeoutMs = 1_000; !hasBegun; timeoutMs *= 2) {
        const onOutput = () => {
          hasBegun = true;
        };
        const { exitCode, timedOut, stdout } = await driver.execute(spec.name, slow, { step, timeoutMs, onOutput });
        expect({ exitCode, timedOut, stdout }).toEqual({
          ...{ exitCode: null, timedOut: true },
          stdout: hasBegun ? 'begun\n' : '',
        });
      }
      const caller = new AbortController();
      const reason = new Error('given up');
      const onOutput = () => caller.abort(reason);
      const given = driver.execute(spec.name, slow, { step, timeoutMs: ample, signal: caller.signal, onOutput });
      await expect(given).rejects.toBe(reason);
      expect(await driver.execute(spec.name, ['true'], { timeoutMs: ample })).toMatchObject({ exitCode: 0 });
    });

    it.each(['stop', 'restart'] as const)('reports at once that a %s ended a command', async (operation) => {
      await driver.create(spec);
      const begun = Promise.withResolvers<void>();
      const command = ['sh', '-c', 'echo begun; sleep 3600'];
      const options = { step: await harness.openLongStep?.(), timeoutMs: ample };
      const work = driver.execute(spec.name, command, { ...options, onOutput: () => begun.resolve() });
      const outcome = expect(work).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
      await begun.promise;
      await driver[operation](spec.name, { force: true });
      await outcome;
      if (operation === 'restart') return;
      const again = driver.execute(spec.name, ['true'], { timeoutMs: ample });
      await expect(again).rejects.toMatchObject({ name: 'EngineError', code: 'conflict' });
    });

    it('changes size and limits of a running machine repeatedly, and keeps everything else', async () => {
      expect(driver.capabilities).toContain('resize');
      const state = await driver.create({ ...spec, bounds: { processes: 333, networkMbps: 50, nesting: true } });
      await harness.scribble(spec.name, 'precious');
      const size = { vcpus: 2, memoryMb: 384, diskGb: 2, bounds: { processes: 444, diskIops: 500 } };
      for (const _time of ['once', 'again']) expect(await driver.resize(spec.name, size)).toEqual(state);
      expect(await driver.inspect(spec.name)).toEqual(state);
      expect(await harness.readBounds(spec.name)).toMatchObject({ processes: 444 });
      expect((await harness.readBounds(spec.name)).nesting ?? false).toBe(false);
      // The machine has this specification now, and no longer the ordered one.
      expect(await driver.create({ ...spec, ...size })).toEqual(state);
      await expect(driver.create(spec)).rejects.toMatchObject({ code: 'conflict' });
      expect((await driver.restart(spec.name, { force: true })).status).toBe('running');
      expect(await harness.readBack(spec.name)).toBe('precious');
      expect(await harness.readKeys(spec.name)).toEqual(spec.sshKeys);
    });

    it('resizes a stopped machine, and leaves it stopped', async () => {
      await driver.create(spec);
      await driver.stop(spec.name, { force: true });
      const size = { vcpus: 1, memoryMb: 128, diskGb: 1 };
      expect((await driver.resize(spec.name, size)).status).toBe('stopped');
      expect((await driver.create({ ...spec, ...size })).status).toBe('running');
    });

    it('refuses a smaller disk or an invalid size without changes, and answers not_found for a missing machine', async () => {
      const grown = { vcpus: 1, memoryMb: 256, diskGb: 2 };
      await expect(driver.resize(spec.name, grown)).rejects.toMatchObject({ code: 'not_found' });
      const state = await driver.create({ ...spec, ...grown });
      for (const wrong of [{ diskGb: 1, vcpus: 2 }, { vcpus: 0 }, { memoryMb: 1.5 }, { diskGb: Number.NaN }]) {
        const refused = driver.resize(spec.name, { ...grown, ...wrong });
        await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
      }
      expect(await driver.create({ ...spec, ...grown })).toEqual(state);
    });

    it('lists and samples every machine in one call', async () => {
      const other = makeSpec();
      const running = await driver.create(spec);
      await driver.create(other);
      const stopped = await driver.stop(other.name, { force: true });
      expect(await driver.list()).toEqual(expect.arrayContaining([running, stopped]));
      const names = (await driver.sample()).map((sample) => sample.name);
      expect(names).toEqual(expect.arrayContaining([spec.name, other.name]));
    });

    it('counts usage while a machine runs, stops counting while it is stopped, and restarts at zero', async () => {
      await driver.create(spec);
      await harness.work(spec.name);
      const before = await sampleOf(spec.name);
      await harness.work(spec.name);
      const worked = await sampleOf(spec.name);
      expect(worked?.cpuSeconds).toBeGreaterThan(before?.cpuSeconds ?? Number.NaN);
      expect(worked?.memoryUsedBytes).toBeGreaterThan(0);
      expect(worked?.memoryUsedBytes).toBeLessThanOrEqual(spec.memoryMb * 2 ** 20);

      await driver.stop(spec.name);
      const stopped = await sampleOf(spec.name);
      expect(stopped).toMatchObject({ memoryUsedBytes: 0 });
      expect({ ...(await sampleOf(spec.name)), at: 0 }).toEqual({ ...stopped, at: 0 });

      await driver.restart(spec.name);
      expect((await sampleOf(spec.name))?.cpuSeconds).toBeLessThan(worked?.cpuSeconds ?? Number.NaN);
    });

    it('restores the content of an export with an import, and leaves the machine stopped', async () => {
      const { ipv4, ipv6 } = await driver.create(spec);
      await harness.scribble(spec.name, 'first');
      const archive = await exportWhole(spec.name);
      await harness.scribble(spec.name, 'second');
      const state = await driver.import(spec, Readable.from([archive]));
      expect(state).toMatchObject({ status: 'stopped', ipv4, ipv6 });
      expect(await driver.inspect(spec.name)).toEqual(state);
      await driver.start(spec.name);
      expect(await harness.readBack(spec.name)).toBe('first');
    });

    it('imports a machine that does not exist, which can be repeated', async () => {
      await driver.create(spec);
      await harness.scribble(spec.name, 'lost and found');
      const archive = await exportWhole(spec.name);
      await driver.destroy(spec.name);
      await driver.import(spec, Readable.from([archive]));
      await driver.import(spec, Readable.from([archive]));
      await driver.start(spec.name);
      expect(await harness.readBack(spec.name)).toBe('lost and found');
    });

    it.each([
      ['fails halfway with an error', (whole: Buffer) => Readable.from(breakOff(whole)), expect.any(String)],
      ['ends too early', (whole: Buffer) => Readable.from([whole.subarray(0, whole.length / 2)]), 'refused'],
      ['is not an export', () => Readable.from([Buffer.from('no archive at all')]), 'refused'],
      ['is empty', () => Readable.from([]), 'refused'],
    ])('changes nothing if an import %s', async (_what, makeSource, code) => {
      const state = await driver.create(spec);
      await harness.scribble(spec.name, 'archived');
      const archive = await exportWhole(spec.name);
      await harness.scribble(spec.name, 'still here');
      const source = makeSource(archive);
      await expect(driver.import(spec, source)).rejects.toMatchObject({ name: 'EngineError', code });
      expect(source.destroyed).toBe(true);
      expect(await driver.inspect(spec.name)).toEqual(state);
      expect(await harness.readBack(spec.name)).toBe('still here');
    });

    it('distinguishes a complete export from a truncated, foreign or empty one, and destroys the source', async () => {
      await driver.create(spec);
      const archive = await exportWhole(spec.name);
      const whole = Readable.from([archive]);
      await driver.examine(whole);
      expect(whole.destroyed).toBe(true);
      for (const content of [archive.subarray(0, archive.length / 2), Buffer.from('no archive at all'), undefined]) {
        const source = Readable.from(content ? [content] : []);
        await expect(driver.examine(source)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
        expect(source.destroyed).toBe(true);
      }
      const broken = Readable.from(breakOff(archive));
      await expect(driver.examine(broken)).rejects.toMatchObject({ name: 'EngineError' });
      expect(broken.destroyed).toBe(true);
    });

    it('does nothing if the caller has aborted', async () => {
      const reason = new Error('given up');
      await expect(driver.create(spec, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(await driver.inspect(spec.name)).toBeUndefined();
    });
  });
}

async function* breakOff(whole: Buffer): AsyncGenerator<Buffer> {
  yield whole.subarray(0, whole.length / 2);
  throw new Error('the line is dead');
}

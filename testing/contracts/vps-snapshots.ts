import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VpsDriver, VpsSpec } from '../../server/src/engines/vps/driver.ts';
import type { VpsHarness } from './vps.ts';

const FIRST = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 first@example.com';
const SECOND = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDJhKJ14IQFASKlWnmYphK/bf8WjIE+n/tr+f+OAH2oB second';

/** Contract of the snapshots of every VPS driver. */
export function describeVpsSnapshots(title: string, openHarness: () => Promise<VpsHarness>): void {
  describe(`${title}: the contract of snapshots`, () => {
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
      const size = { image: harness.image, vcpus: 1, memoryMb: 256, diskGb: 1, bounds: { processes: 222 } };
      return { name, hostname: `${name}.test`, kind: 'container', sshKeys: [FIRST], ...size };
    };

    it('restores the disk, leaves the machine stopped, and can be repeated', async () => {
      expect(driver.capabilities).toContain('snapshots');
      const state = await driver.create(spec);
      await harness.scribble(spec.name, 'first');
      const { sizeBytes } = await driver.createSnapshot(spec.name, 'one');
      expect(sizeBytes === null || sizeBytes >= 0).toBe(true);
      await harness.scribble(spec.name, 'second');
      const settings = await driver.readSettings(spec.name);
      for (const _attempt of [1, 2]) {
        const restored = await driver.restoreSnapshot(spec, 'one', settings);
        expect(restored).toEqual({ ...state, status: 'stopped' });
        expect(await driver.start(spec.name)).toEqual(state);
        expect(await harness.readBack(spec.name)).toBe('first');
        await harness.scribble(spec.name, 'third');
      }
    });

    it('replaces a snapshot of an earlier attempt, and removes it repeatedly', async () => {
      await driver.create(spec);
      await harness.scribble(spec.name, 'first');
      await driver.createSnapshot(spec.name, 'one');
      await harness.scribble(spec.name, 'second');
      await driver.createSnapshot(spec.name, 'one');
      const settings = await driver.readSettings(spec.name);
      await driver.restoreSnapshot(spec, 'one', settings);
      await driver.start(spec.name);
      expect(await harness.readBack(spec.name)).toBe('second');
      for (const _attempt of [1, 2]) await driver.removeSnapshot(spec.name, 'one');
      await driver.removeSnapshot('contract-missing', 'one');
      await expect(driver.restoreSnapshot(spec, 'one', settings)).rejects.toMatchObject({ code: 'refused' });
      expect(await driver.inspect(spec.name)).toMatchObject({ status: 'running' });
    });

    it('keeps the current size, limits and keys', async () => {
      await driver.create(spec);
      await driver.createSnapshot(spec.name, 'one');
      const bounds = { processes: 333, nesting: true };
      const size = { vcpus: 1, memoryMb: 512, diskGb: 2, bounds };
      await driver.resize(spec.name, size);
      await driver.setAccess(spec.name, [SECOND]);
      const now = { ...spec, ...size, sshKeys: [SECOND] };
      const settings = await driver.readSettings(spec.name);
      await driver.restoreSnapshot(now, 'one', settings);
      expect(await harness.readBounds(spec.name)).toMatchObject(bounds);
      expect(await harness.readKeys(spec.name)).toEqual([SECOND]);
      // A machine of another size would be a conflict.
      expect(await driver.create(now)).toMatchObject({ status: 'running' });
    });

    it('is not found on a missing machine', async () => {
      await expect(driver.createSnapshot(spec.name, 'one')).rejects.toMatchObject({ code: 'not_found' });
      await expect(driver.readSettings(spec.name)).rejects.toMatchObject({ code: 'not_found' });
      await expect(driver.restoreSnapshot(spec, 'one', '{}')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('becomes another machine, with the keys of its own specification, which survives the first', async () => {
      const first = await driver.create(spec);
      await harness.scribble(spec.name, 'copied');
      await driver.createSnapshot(spec.name, 'one');
      await harness.scribble(spec.name, 'not copied');
      const other = { ...makeSpec(), diskGb: 2, sshKeys: [SECOND], bounds: { processes: 444 } };
      const from = { name: spec.name, snapshot: 'one' };
      const second = await driver.create(other, { from });
      expect(second).toMatchObject({ name: other.name, status: 'running' });
      expect(first.ipv4).not.toEqual(second.ipv4);
      expect(await driver.create(other, { from })).toEqual(second);
      await driver.destroy(spec.name);
      expect(await driver.inspect(other.name)).toEqual(second);
      expect(await harness.readBack(other.name)).toBe('copied');
      expect(await harness.readKeys(other.name)).toEqual([SECOND]);
      expect(await harness.readBounds(other.name)).toMatchObject({ processes: 444 });
      await expect(driver.create(makeSpec(), { from })).rejects.toMatchObject({ code: 'refused' });
    });

    it('is part of no export, and an export becomes another machine on request', async () => {
      const first = await driver.create(spec);
      await harness.scribble(spec.name, 'exported');
      await driver.createSnapshot(spec.name, 'one');
      const archive = await buffer(await driver.export(spec.name));
      const other = { ...makeSpec(), sshKeys: [SECOND] };
      expect(await driver.import(other, Readable.from([archive]), { anew: true })).toMatchObject({ status: 'stopped' });
      const second = await driver.start(other.name);
      expect(second).toMatchObject({ name: other.name, status: 'running' });
      expect(second.ipv4).not.toEqual(first.ipv4);
      expect(await driver.inspect(spec.name)).toEqual(first);
      expect(await harness.readBack(other.name)).toBe('exported');
      expect(await harness.readKeys(other.name)).toEqual([SECOND]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { readLive } from './addresses.ts';
import type { Instance } from './wire.ts';

describe('the addresses of a running machine', () => {
  it('are limited to 16 per family, and exclude invalid values', () => {
    const addresses = Array.from({ length: 5_000 }, (_, number) => [
      { family: 'inet', scope: 'global', address: `10.0.${number >> 8}.${number & 255}`, netmask: '8' },
      { family: 'inet6', scope: 'global', address: `2001:db8::${number.toString(16)}`, netmask: '64' },
      { family: 'inet', scope: 'global', address: 'not an address '.repeat(100), netmask: '8' },
    ]).flat();
    const instance = {
      config: {},
      expanded_devices: { eth0: { type: 'nic', hwaddr: '00:16:3e:00:00:01' } },
      state: { network: { eth0: { hwaddr: '00:16:3e:00:00:01', addresses } } },
    } as unknown as Instance;
    const { ipv4, ipv6 } = readLive(instance);
    expect([ipv4.length, ipv6.length]).toEqual([16, 16]);
    expect([ipv4.at(-1), ipv6.at(-1)]).toEqual(['10.0.0.15', '2001:db8::f']);
  });
});

import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readMetrics } from './metrics.ts';

const container = (name: string) => `
# HELP lxd_cpu_seconds_total The total number of CPU time used in seconds.
lxd_cpu_seconds_total{cpu="0",mode="system",name="${name}",project="hostler",type="container"} 1.5
lxd_cpu_seconds_total{cpu="1",mode="user",name="${name}",project="hostler",type="container"} 2.25
lxd_disk_read_bytes_total{device="vda",name="${name}",project="hostler",type="container"} 4096
lxd_disk_read_bytes_total{device="vdb",name="${name}",project="hostler",type="container"} 1
lxd_disk_written_bytes_total{device="vda",name="${name}",project="hostler",type="container"} 8192
lxd_filesystem_free_bytes{device="",fstype="zfs",mountpoint="/",name="${name}",project="hostler"} 6e+08
lxd_filesystem_size_bytes{device="",fstype="zfs",mountpoint="/",name="${name}",project="hostler"} 1e+09
lxd_filesystem_size_bytes{device="",fstype="zfs",mountpoint="/data",name="${name}",project="hostler"} 9e+09
lxd_memory_Cached_bytes{name="${name}",project="hostler",type="container"} 5e+06
lxd_memory_MemAvailable_bytes{name="${name}",project="hostler",type="container"} 2.5e+08
lxd_memory_MemFree_bytes{name="${name}",project="hostler",type="container"} 2.45e+08
lxd_memory_MemTotal_bytes{name="${name}",project="hostler",type="container"} 2.68435456e+08
lxd_network_receive_bytes_total{device="eth0",name="${name}",project="hostler",type="container"} 700
lxd_network_receive_bytes_total{device="lo",name="${name}",project="hostler",type="container"} 99
lxd_network_transmit_bytes_total{device="eth0",name="${name}",project="hostler",type="container"} 950
lxd_procs_total{name="${name}",project="hostler",type="container"} 3
`;

const reading = {
  cpuSeconds: 3.75,
  memoryTotalBytes: 268_435_456,
  memoryAvailableBytes: 250_000_000,
  memoryFreeBytes: 245_000_000,
  memoryCachedBytes: 5_000_000,
  diskSizeBytes: 1e9,
  diskFreeBytes: 6e8,
  cards: new Map([['eth0', { inBytes: 700, outBytes: 950 }]]),
  diskReadBytes: 4097,
  diskWriteBytes: 8192,
};

describe('the metrics of the engine', () => {
  it('are summed up to one reading per machine, from LXD and from Incus', async () => {
    const text = `${container('vps-1')}${container('vps-2').replaceAll('lxd_', 'incus_')}lxd_uptime_seconds 5\n# EOF\n`;
    expect(await readMetrics(Readable.from([Buffer.from(text)]))).toEqual(
      new Map([
        ['vps-1', reading],
        ['vps-2', reading],
      ]),
    );
  });

  it('are read the same in chunks of any size', async () => {
    const bytes = Buffer.from(container('vps-1'));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 37) }, (_, i) => bytes.subarray(i * 37, i * 37 + 37));
    expect(await readMetrics(Readable.from(pieces))).toEqual(new Map([['vps-1', reading]]));
  });

  it("exclude idle time of a virtual machine's CPUs", async () => {
    const lines = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'].map(
      (mode) =>
        `incus_cpu_seconds_total{cpu="0",mode="${mode}",name="vm",project="hostler",type="virtual-machine"} 1\n`,
    );
    expect((await readMetrics(Readable.from(lines.map(Buffer.from)))).get('vm')?.cpuSeconds).toBe(5);
  });

  it('are assigned to the right machine, whatever the names of its NICs', async () => {
    const lines = ['",name="vps-123', 'a}', '{"'].map(
      (device) =>
        `lxd_network_receive_bytes_total{device="${device}",name="vps-7",project="hostler",type="container"} 1\n`,
    );
    const readings = await readMetrics(Readable.from(lines.map(Buffer.from)));
    const received = [...readings].map(([name, { cards }]) => [
      name,
      [...cards.values()].map(({ inBytes }) => inBytes),
    ]);
    expect(received).toEqual([['vps-7', [1, 1, 1]]]);
  });

  it('skip an endless line in linear time', async () => {
    const piece = Buffer.from('x'.repeat(16_384));
    const pieces = [Buffer.from('lxd_network_receive_bytes_total{device="'), ...Array<Buffer>(2_500).fill(piece)];
    const before = process.cpuUsage();
    const readings = await readMetrics(Readable.from([...pieces, Buffer.from(`\n${container('vps-1')}`)]));
    const { user, system } = process.cpuUsage(before);
    expect(readings).toEqual(new Map([['vps-1', reading]]));
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });

  it('are read for 200 machines in less than 1.5 seconds of CPU time', async () => {
    const text = Array.from({ length: 200 }, (_, i) => container(`vps-${i}`).repeat(3)).join('');
    const before = process.cpuUsage();
    expect((await readMetrics(Readable.from([Buffer.from(text)]))).size).toBe(200);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PrivateEngine } from '../../testing/engines/private-lxd.ts';
import { act, type Customer, call } from '../engine-customer.ts';
import type { StartedServer } from '../processes.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const PACKETS = fileURLToPath(new URL('./packets.ts', import.meta.url));
const [PORT, OTHER_PORT] = ['7000', '7001'];
/** A single packet may be late on a busy machine. */
const IN_A_ROW = 3;
const PATIENCE_MS = 20_000;

/** Medians of the time from the request until the packets of a port pass, or are dropped. */
export interface FirewallTimes {
  readonly count: number;
  readonly opensMs: number;
  readonly closesMs: number;
  readonly slowestMs: number;
}

interface Packet {
  readonly sentAt: number;
  readonly passed: boolean;
}

/** Starts the helper in the network of the host, as its systemd unit does. */
export function startHelper({ url, folder, pid }: PrivateEngine, project: string): ChildProcess {
  const options = ['--socket', url.slice('unix:'.length), '--project', project, '--folder', join(folder, 'firewall')];
  return runInNetwork(pid(), [MAIN, 'firewall-helper', ...options], 'ignore');
}

/** Replaces the rules of a firewall in turn, and watches real packets. */
export async function measureFirewall(
  server: StartedServer,
  customer: Customer,
  { pid }: Pick<PrivateEngine, 'pid'>,
  count: number,
): Promise<FirewallTimes> {
  const { hostingId } = customer;
  const { ipv4 } = await call<{ ipv4: string[] }>(server, customer, 'GET', `/hosting/show?id=${hostingId}`);
  const allow = (ports: string) => ({ inbound: [{ protocol: 'tcp', ports, networks: ['0.0.0.0/0'] }] });
  const firewall = { name: 'bench', ...allow(OTHER_PORT) };
  const { id } = await call<{ id: number }>(server, customer, 'POST', '/firewalls', firewall);
  await act(server, customer, `/firewalls/attach?id=${id}`, { hosting_ids: [hostingId] });
  const watched = watchPackets(pid(), ipv4[0] ?? '');
  const replace = async (ports: string) => {
    const began = performance.timeOrigin + performance.now();
    const done = act(server, customer, `/firewalls/update?id=${id}`, allow(ports));
    const since = await watched.until(ports === PORT, began);
    await done;
    return since - began;
  };
  const times: Record<'opens' | 'closes', number[]> = { opens: [], closes: [] };
  try {
    for (let round = 0; round <= count; round++) {
      const [opens, closes] = [await replace(PORT), await replace(OTHER_PORT)];
      // The first of each warms up.
      if (round > 0) times.opens.push(opens);
      if (round > 0) times.closes.push(closes);
    }
  } finally {
    watched.stop();
  }
  return {
    count,
    opensMs: median(times.opens),
    closesMs: median(times.closes),
    slowestMs: Math.max(...times.opens, ...times.closes),
  };
}

function watchPackets(pid: number, address: string) {
  const child = runInNetwork(pid, [PACKETS, address, PORT], 'pipe');
  let packets: Packet[] = [];
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    const [sentAt, state] = line.split(' ');
    packets.push({ sentAt: Number(sentAt), passed: state === 'passed' });
  });
  /** Returns when the first of several packets in a row was sent that all passed, or were all dropped. */
  const until = async (passed: boolean, began: number): Promise<number> => {
    for (;;) {
      // Dropped packets are reported later than those that pass.
      packets = packets.filter(({ sentAt }) => sentAt > began).sort((a, b) => a.sentAt - b.sentAt);
      const first = packets.findIndex((_, index) => {
        const row = packets.slice(index, index + IN_A_ROW);
        return row.length === IN_A_ROW && row.every((packet) => packet.passed === passed);
      });
      const found = packets[first];
      if (found) return found.sentAt;
      if (performance.timeOrigin + performance.now() - began > PATIENCE_MS)
        throw new Error('No packet shows the change.');
      await sleep(10);
    }
  };
  return { until, stop: () => child.kill('SIGKILL') };
}

/** Ends with this process. */
function runInNetwork(pid: number, args: readonly string[], stdout: 'pipe' | 'ignore'): ChildProcess {
  const inside = ['nsenter', `--net=/proc/${pid}/ns/net`, process.execPath, ...args];
  return spawn('setpriv', ['--pdeathsig', 'KILL', ...inside], { stdio: ['ignore', stdout, 'ignore'] });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

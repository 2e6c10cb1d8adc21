import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FirewallPolicy, FirewallRule } from '../../firewall.ts';
import { type Card, renderCards, renderChange, renderRules } from './render.ts';

const run = promisify(execFile);
/** A network namespace needs root, and the kernel the bridge family. */
const canLoad = (() => {
  try {
    execFileSync('unshare', ['-n', 'nft', 'add', 'table', 'bridge', 'hostler'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const makePolicy = (inbound: FirewallRule[] | null, given: Partial<FirewallPolicy> = {}): FirewallPolicy => ({
  ...{ version: 1, isolated: false, blockSmtp: false, inbound, outbound: null },
  ...given,
});
const target = (index: number, policy: FirewallPolicy | undefined) => ({
  name: `vps-${index}`,
  policy: policy ? JSON.stringify(policy) : '',
  cards: [{ interface: `hf${index}`, mac: `00:16:3e:00:00:${index.toString(16).padStart(2, '0')}` }],
});
/** The most that a server may have. Each rule has its own port and networks. */
const atBound = (server: number, perRule: number) =>
  makePolicy(
    Array.from({ length: 1_000 / perRule }, (_, rule) => ({
      protocol: 'tcp',
      ports: String(1_000 + 2 * rule),
      networks: Array.from({ length: perRule }, (_, index) => {
        const number = rule * perRule + index;
        return number % 5 === 0
          ? `2001:db8:${server}:${number}::/64`
          : `10.${server}.${number >> 8}.${number & 255}/32`;
      }),
    })),
  );

describe.skipIf(!canLoad)('rules in nftables', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostler-nft-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /**
   * Loads the scripts one after the other in a new network. Returns the seconds of processor time of each, and all rules
   * at the end.
   */
  async function load(scripts: readonly string[]): Promise<{ seconds: number[]; rules: string[] }> {
    const files = scripts.map((_, index) => join(folder, `${index}.nft`));
    for (const [index, file] of files.entries()) await writeFile(file, scripts[index] ?? '');
    const loads = files.map((file) => `time nft -f ${file} || exit 1`);
    const shell = `TIMEFORMAT='%U %S'; ${loads.join('; ')}; nft list table bridge hostler`;
    const { stdout, stderr } = await run('unshare', ['-n', 'bash', '-c', shell], { maxBuffer: 2 ** 27 });
    const seconds = stderr.trim().split('\n');
    return {
      seconds: seconds.map((line) => line.split(' ').reduce((sum, part) => sum + Number(part), 0)),
      rules: stdout.split('\n').sort(),
    };
  }

  it.each([20, 8, 2])(
    'of one server change within a second next to 20 servers at their bound, with %i networks a rule',
    async (perRule) => {
      const others = Array.from({ length: 20 }, (_, server) => target(server, atBound(server, perRule)));
      const [before, after] = ['22', '443'].map((ports) =>
        renderCards([...others, target(99, makePolicy([{ protocol: 'tcp', ports, networks: ['0.0.0.0/0', '::/0'] }]))]),
      ) as [Map<string, Card>, Map<string, Card>];
      const changes = [...after.keys()].map((card) => renderChange(before.get(card), after.get(card))).filter(Boolean);
      expect(changes).toHaveLength(1);
      const { seconds } = await load([renderRules([...before.values()]), ...changes]);
      expect(seconds[1]).toBeLessThan(1);
    },
  );

  it('are the same after any changes as if all were loaded at once', async () => {
    const network = fc.constantFrom('0.0.0.0/0', '::/0', '10.0.0.0/8', '10.1.0.0/16', '2001:db8::/32', '192.0.2.7/32');
    const many = fc.constant(Array.from({ length: 12 }, (_, index) => `172.16.${index}.0/24`));
    const rule: fc.Arbitrary<FirewallRule> = fc.oneof(
      fc.record({
        protocol: fc.constantFrom('tcp' as const, 'udp' as const),
        ports: fc.constantFrom(null, '22', '80-90', '85-100', '443'),
        networks: fc.oneof(fc.uniqueArray(network, { minLength: 1 }), many),
      }),
      fc.record({
        protocol: fc.constantFrom('icmp' as const, 'any' as const),
        ports: fc.constant(null),
        networks: fc.uniqueArray(network, { minLength: 1 }),
      }),
    );
    const rules = fc.option(fc.array(rule, { maxLength: 12 }));
    const policy = fc.option(
      fc.record({
        version: fc.constant(1),
        isolated: fc.boolean(),
        blockSmtp: fc.boolean(),
        inbound: rules,
        outbound: rules,
      }),
      { nil: undefined },
    );
    const state = fc.array(fc.option(policy, { nil: null }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 4 }), async (states) => {
        const rendered = states.map((policies) =>
          // Null is a server that does not exist.
          renderCards(policies.flatMap((one, index) => (one === null ? [] : [target(index, one)]))),
        );
        const [first = new Map<string, Card>()] = rendered;
        const changes = rendered.slice(1).flatMap((after, index) => {
          const before = rendered[index] ?? first;
          const cards = new Set([...before.keys(), ...after.keys()]);
          return [...cards].map((card) => renderChange(before.get(card), after.get(card)));
        });
        const changed = await load([renderRules([...first.values()]), ...changes]);
        const fresh = await load([renderRules([...(rendered.at(-1)?.values() ?? [])])]);
        expect(changed.rules).toEqual(fresh.rules);
      }),
      { numRuns: 15 },
    );
  });
});

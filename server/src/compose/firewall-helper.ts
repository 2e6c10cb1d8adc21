import { runFirewallHelper } from '#engines/vps/incus/firewall/firewall-helper.ts';
import { text } from '#kernel/command.ts';
import { createLogger } from '#kernel/log.ts';
import { describeCommand, parseOptions, UsageError } from '#program/command-line.ts';
import type { Running } from '#program/serve.ts';

const HELPER = {
  name: 'firewall-helper',
  summary:
    'Enforce the firewalls of servers on this LXD or Incus host with nftables. Runs as root, without a database.',
  options: {
    socket: text('The Unix socket of the engine.', { default: '/var/lib/lxd/unix.socket' }),
    project: text('The project of the servers, as HOSTLER_INCUS_PROJECT.', { default: 'hostler' }),
    folder: text('The folder of rules.nft, which is loaded at boot.', { default: '/var/lib/hostler-firewall' }),
  },
};

/** Runs `hostler firewall-helper`; returns undefined if only help was requested. */
export function startFirewallHelper(args: readonly string[], print: (text: string) => void): Running | undefined {
  if (args.includes('--help')) {
    print(describeCommand(HELPER));
    return undefined;
  }
  const options = parseOptions(HELPER, [...args]);
  if (process.getuid?.() !== 0) throw new UsageError('The firewall helper must run as root: it loads nftables rules.');
  const stopping = new AbortController();
  const ended = runFirewallHelper({ ...options, log: createLogger('info') }, stopping.signal);
  return {
    url: undefined,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

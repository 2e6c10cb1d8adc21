import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import type { CheckedEngine } from '#health/health.ts';
import { listUnlinkedServers, listUnlinkedSubscriptions, type UnlinkedServer } from './operator-store.ts';

const MOST_COUNTED = 1_000;
const MOST_NAMED = 10;

/**
 * For `doctor`: servers that are never suspended for non-payment, because no subscription pays for them, and
 * subscriptions without a server. Some subscriptions are sold without one, so these alone are no fault.
 */
export function checkLinks(db: Database): CheckedEngine {
  return {
    name: 'server subscriptions',
    async check(): Promise<EngineHealth> {
      const servers = await db.peek(listUnlinkedServers(MOST_COUNTED + 1));
      const subscriptions = await db.peek(listUnlinkedSubscriptions(MOST_COUNTED + 1));
      const candidates = new Map(subscriptions.toReversed().map(({ account_id, id }) => [account_id, id]));
      const waiting = new Map(servers.toReversed().map(({ account_id, id }) => [account_id, id]));
      const describeServer = ({ id, hostname, account_id }: UnlinkedServer) =>
        `VPS ${id} ${hostname} of account ${account_id}: \`hostler subscription link --id ${candidates.get(account_id) ?? '…'} --hosting ${id}\``;
      const parts = [
        ...name('Servers without a subscription, which are never suspended', servers.map(describeServer)),
        ...name(
          'Subscriptions without a server',
          subscriptions.map(
            ({ id, name, account_id }) =>
              `subscription ${id} ${name} of account ${account_id}: \`hostler subscription link --id ${id} --hosting ${waiting.get(account_id) ?? '…'}\``,
          ),
        ),
      ];
      return {
        reachable: true,
        version: null,
        detail: parts.join(' ') || 'Every server has a subscription, and every subscription its server.',
        advice:
          servers.length === 0
            ? null
            : 'Link each server to the subscription that pays for it, or terminate the server.',
      };
    },
  };
}

function name(what: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const count = entries.length > MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(entries.length);
  const rest = entries.length > MOST_NAMED ? '; and more' : '';
  return [`${what}: ${count} (${entries.slice(0, MOST_NAMED).join('; ')}${rest}).`];
}

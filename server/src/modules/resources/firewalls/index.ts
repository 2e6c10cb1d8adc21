import type { Database, Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Servers } from '../hosting/index.ts';
import { createFirewallActions } from './actions.ts';
import { firewallCommands } from './commands.ts';
import { describeSizes } from './health.ts';
import { repairFirewalls } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createFirewallOperatorService, type FirewallOperatorService, listOverLimit } from './operator-service.ts';
import { isRequired, readPolicy } from './policies/policy.ts';
import { firewallRoutes } from './routes.ts';
import { createFirewallService, type FirewallService } from './service.ts';
import { firewallsLimit } from './store.ts';
import { serversWithoutRules } from './today.ts';

export type { FirewallOperatorService, FirewallService };

interface Dependencies {
  db: Database;
  log: Logger;
  vps: VpsDriver;
  servers: Servers;
  clock: Clock;
  /** Returns the account of a server, for staff. */
  findOwner(hostingId: number): Query<number>;
  /** Blocks outgoing mail of accounts about which staff have not decided. */
  smtpBlocked: boolean;
}

const AGAIN = { instead: 'The rules are applied again automatically.' };

interface FirewallsModule extends Module {
  operator: { firewalls: FirewallOperatorService };
  customer: { firewalls: FirewallService };
}

export function firewallsModule(dependencies: Dependencies): FirewallsModule {
  const { db, log, clock, vps, servers, findOwner, smtpBlocked } = dependencies;
  const actions = createFirewallActions({ db, vps, smtpBlocked });
  const firewalls = createFirewallService({ actions, servers, vps, smtpBlocked });
  const operator = createFirewallOperatorService({ clock, actions, servers, vps, findOwner, smtpBlocked });
  servers.follow({
    created: firewalls.followMachine,
    replaced: firewalls.followMachine,
    terminated: firewalls.followEnd,
  });
  servers.guardBy({
    check: firewalls.check,
    describe: operator.describe,
    recorded: firewalls.followRecord,
    async readPolicy(hostingId) {
      const policy = await db.read(readPolicy(hostingId, smtpBlocked));
      // Without an engine for them, servers run without the rules that are not the customer's own.
      return policy && (vps.capabilities.has('firewall') || isRequired(policy)) ? policy : undefined;
    },
  });
  return {
    name: 'firewalls',
    tag: 'Firewalls that protect servers.',
    migrations,
    limits: [firewallsLimit],
    routes: firewallRoutes(firewalls),
    actions: Object.values(actions),
    retries: { 'firewall.apply': AGAIN, 'hosting.isolate': AGAIN, 'hosting.release': AGAIN },
    recurring: [repairFirewalls({ db, vps, log, smtpBlocked })],
    today: [serversWithoutRules],
    checks: [{ name: 'firewalls', check: async () => describeSizes(await db.read(listOverLimit())) }],
    commands: firewallCommands({ db, firewalls: operator }),
    operator: { firewalls: operator },
    customer: { firewalls },
  };
}

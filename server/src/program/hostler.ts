import type { Database, Migration } from '@hostler/database';
import type { EngineCall } from '#engines/engine.ts';
import type { CheckedEngine } from '#health/health.ts';
import type { Command } from '#kernel/command.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { DatabaseTrouble } from '#kernel/database/trouble.ts';
import type { ProgramPage } from '#kernel/http/program-pages.ts';
import type { SocketEndpoint } from '#kernel/http/sockets.ts';
import type { Surface } from '#kernel/http/surface.ts';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import type { JobHandler, RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Metric } from '#kernel/metrics/metric.ts';
import type { Outages } from '#kernel/outages.ts';
import type { Clock } from '#kernel/time.ts';
import type { Config } from '#settings/config.ts';
import type { Customer } from './customer.ts';
import type { Operator } from './operator.ts';

/** The composed application, not yet started. */
export interface Hostler {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly outages: Outages;
  readonly trouble: DatabaseTrouble;
  readonly vault: Vault;
  readonly surfaces: readonly Surface[];
  readonly pages: readonly ProgramPage[];
  readonly sockets: readonly SocketEndpoint[];
  readonly jobs: readonly JobHandler[];
  readonly recurring: readonly RecurringJob[];
  readonly services: readonly BackgroundService[];
  readonly metrics: readonly Metric[];
  readonly migrations: readonly Migration[];
  /** Awaited once the database is migrated, before anything else. */
  prepare(): Promise<void>;
  readonly commands: readonly Command[];
  readonly operator: Operator;
  readonly customer: Customer;
  readonly engines: readonly CheckedEngine[];
  /** Engine calls of the work beside a server, on their way to the counts of the server. */
  readonly calls: {
    send(to: (call: EngineCall) => void): void;
    receive(call: EngineCall): void;
  };
  /** Check of the mail transport. */
  readonly mail: CheckedEngine;
  /** Health checks of the modules, for `doctor`. */
  readonly checks: readonly CheckedEngine[];
  readonly links: Links;
  /** Follows the stored settings while the process runs. `revision` is the number of the change that is in use. */
  readonly settings: { readonly revision: number; start(): void; stop(): Promise<void> };
}

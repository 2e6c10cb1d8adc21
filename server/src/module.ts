import type { CheckedEngine } from './health.ts';
import type { Command } from './kernel/command.ts';
import type { Migration } from './kernel/db/migrate.ts';
import type { PanelCaller } from './kernel/http/caller.ts';
import type { ProgramPage } from './kernel/http/program-pages.ts';
import type { Route } from './kernel/http/route.ts';
import type { AnyActionKind } from './kernel/jobs/action-kind.ts';
import type { Retention } from './kernel/jobs/retention.ts';
import type { BackgroundService } from './kernel/jobs/service.ts';
import type { JobHandler, RecurringJob } from './kernel/jobs/worker.ts';
import type { Limit } from './kernel/limits/limit.ts';
import type { Metric } from './kernel/metrics/metric.ts';

/** What a folder under `modules/` gives to the house. */
export interface Module {
  readonly name: string;
  /** One sentence for the API reference, where it has routes. */
  readonly tag?: string;
  readonly migrations?: readonly Migration[];
  /** Awaited once the database is migrated, before a process answers requests, runs jobs or a command. Must not throw. */
  prepare?(): Promise<void>;
  /** How many of what it keeps an account may have. */
  readonly limits?: readonly Limit[];
  /** Of the public door. */
  readonly routes?: readonly Route[];
  /** Of the panel's door, with a sentence for each first segment of their paths. */
  readonly panelRoutes?: readonly Route<PanelCaller>[];
  readonly panelTags?: Readonly<Record<string, string>>;
  /** Of no door, for programs that know their addresses. */
  readonly pages?: readonly ProgramPage[];
  /** Kinds of queued engine work that customers can follow. */
  readonly actions?: readonly AnyActionKind[];
  readonly jobs?: readonly JobHandler[];
  readonly recurring?: readonly RecurringJob[];
  /** What it keeps for a while and then forgets. */
  readonly forgets?: readonly Retention[];
  /** Run wherever jobs are. */
  readonly services?: readonly BackgroundService[];
  /** What it tells Prometheus. */
  readonly metrics?: readonly Metric[];
  /** Health checks, each a line of `doctor`. */
  readonly checks?: readonly CheckedEngine[];
  /** Commands of the operator's command line. */
  readonly commands?: readonly Command[];
}

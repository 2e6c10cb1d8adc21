import type { Migration } from '@hostler/database';
import type { CheckedEngine } from '#health/health.ts';
import type { Command } from '#kernel/command.ts';
import type { FailureSource } from '#kernel/failure-source.ts';
import type { PanelCaller, StaffCaller } from '#kernel/http/caller.ts';
import type { ProgramPage } from '#kernel/http/program-pages.ts';
import type { Route } from '#kernel/http/route.ts';
import type { SocketEndpoint } from '#kernel/http/sockets.ts';
import type { ActionRetry, AnyActionKind } from '#kernel/jobs/action-kind.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import type { JobHandler, RecurringJob } from '#kernel/jobs/worker.ts';
import type { Limit } from '#kernel/limits/limit.ts';
import type { Metric } from '#kernel/metrics/metric.ts';
import type { TodaySource } from '#kernel/today-source.ts';

/** Contributions of a folder under `modules/` to the application. */
export interface Module {
  readonly name: string;
  /** Sentence for the API reference, if it has routes. */
  readonly tag?: string;
  readonly migrations?: readonly Migration[];
  /** Awaited once the database is migrated, before a process answers requests, runs jobs or a command. Must not throw. */
  prepare?(): Promise<void>;
  /** Limits of the resources it stores. */
  readonly limits?: readonly Limit[];
  /** Routes of the public API. */
  readonly routes?: readonly Route[];
  /** Routes of the panel API, with a sentence for each first path segment. */
  readonly panelRoutes?: readonly Route<PanelCaller>[];
  readonly panelTags?: Readonly<Record<string, string>>;
  /** Routes of the operator API besides those of its commands. */
  readonly operatorRoutes?: readonly Route<StaffCaller>[];
  /** Endpoints outside the APIs, for programs that know their addresses. */
  readonly pages?: readonly ProgramPage[];
  /** Endpoints for WebSockets. */
  readonly sockets?: readonly SocketEndpoint[];
  /** Kinds of queued engine work that customers can follow. */
  readonly actions?: readonly AnyActionKind[];
  readonly jobs?: readonly JobHandler[];
  readonly recurring?: readonly RecurringJob[];
  /** Data it deletes after a retention period. */
  readonly forgets?: readonly Retention[];
  /** Background services, run by every worker. */
  readonly services?: readonly BackgroundService[];
  readonly metrics?: readonly Metric[];
  /** Health checks, each a line of `doctor`. */
  readonly checks?: readonly CheckedEngine[];
  /** Work that can fail for good, for `failed list` and `retry`. */
  readonly failures?: readonly FailureSource[];
  /** Numbers of the operator's page Today. */
  readonly today?: readonly TodaySource[];
  /** Functions with which staff start failed actions again, by the type of the action. */
  readonly retries?: Readonly<Record<string, ActionRetry>>;
  /** Commands of the operator's command line. */
  readonly commands?: readonly Command[];
}

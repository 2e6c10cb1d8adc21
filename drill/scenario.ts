import type { Cluster } from './cluster/cluster.ts';
import type { Customer } from './load/customer.ts';
import type { Ledger } from './load/ledger.ts';

/** A fault that is injected while customers keep working. */
export interface Scenario {
  /** The name for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly aims: Aims;
  /** Returns findings that only this scenario can measure. */
  run(context: ScenarioContext): Promise<Findings>;
}

/** The objects that a scenario works with. */
export interface ScenarioContext {
  readonly cluster: Cluster;
  readonly customer: Customer;
  readonly ledger: Ledger;
  /** Duration of the load before and after the fault. */
  readonly calmMs: number;
  restart(servers?: readonly number[]): Promise<number[]>;
  awaitActions(actions: readonly number[]): Promise<void>;
}

export interface Aims {
  /** `measured` where no system can promise zero: an asynchronous standby loses what it has not received. */
  readonly lost: 0 | 'measured';
  /** Attempts that a customer had to repeat. */
  readonly failed: 0 | 'tried again';
  readonly takeoverMs?: number;
}

export interface Findings {
  /** From the fault until another worker held the work. */
  readonly takeoverMs?: number;
  readonly note?: string;
  /** Violated expectations. */
  readonly problems?: readonly string[];
}

/** Another worker must hold a failed worker's jobs within this time. */
export const TAKEOVER_AIM_MS = 6_000;

export interface Result {
  readonly scenario: Scenario;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly failed: number;
  readonly failures: ReadonlyMap<string, number>;
  readonly repeats: number;
  readonly longestWaitMs: number;
  readonly longestWebhookMs: number;
  readonly findings: Findings;
  readonly problems: readonly string[];
}

/** Returns the missed aims as sentences; empty when everything was reached. */
export function judge({ scenario, lost, doubled, failed, findings, problems }: Result): string[] {
  const { aims } = scenario;
  // Ids of lost rows are assigned again, and customers miss rows that are gone: all of it follows from the loss.
  if (aims.lost === 'measured') return [];
  const missed = [...problems, ...(findings.problems ?? [])];
  if (lost.length > 0) missed.push(`${lost.length} acknowledged writes were lost (${lost[0]})`);
  if (doubled.length > 0) missed.push(`${doubled.length} effects were doubled (${doubled[0]})`);
  if (aims.failed === 0 && failed > 0) missed.push(`${failed} requests failed`);
  if (aims.takeoverMs !== undefined && (findings.takeoverMs ?? Number.POSITIVE_INFINITY) > aims.takeoverMs) {
    missed.push(`the work was not taken over within ${aims.takeoverMs / 1_000} s`);
  }
  return missed;
}

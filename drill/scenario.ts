import type { Cluster } from './cluster/cluster.ts';
import type { Customer } from './load/customer.ts';
import type { Ledger } from './load/ledger.ts';

/** A fault that is played while customers go on working. */
export interface Scenario {
  /** As `--only` takes it. */
  readonly name: string;
  readonly title: string;
  readonly aims: Aims;
  /** Answers what this scenario alone can tell. */
  play(stage: Stage): Promise<Findings>;
}

/** What a scenario has to play with. */
export interface Stage {
  readonly cluster: Cluster;
  readonly customer: Customer;
  readonly ledger: Ledger;
  /** How long the load goes on before and after the fault. */
  readonly calmMs: number;
  restart(servers?: readonly number[]): Promise<number[]>;
  awaitActions(actions: readonly number[]): Promise<void>;
}

export interface Aims {
  /** Not asked of what no system can keep: a standby that nobody waits for loses what it has not got. */
  readonly lost: 0 | 'measured';
  /** Attempts that a customer had to make again. */
  readonly failed: 0 | 'tried again';
  readonly takeoverMs?: number;
}

export interface Findings {
  /** From the fault until another worker had the work. */
  readonly takeoverMs?: number;
  readonly note?: string;
  /** What must be and was not. */
  readonly problems?: readonly string[];
}

/** A worker's work is with another one within this time. */
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

/** What was missed, in sentences; nothing when everything was reached. */
export function judge({ scenario, lost, doubled, failed, findings, problems }: Result): string[] {
  const { aims } = scenario;
  // Ids of what is lost are given again, and customers meet what is not there: all of it follows from the loss.
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

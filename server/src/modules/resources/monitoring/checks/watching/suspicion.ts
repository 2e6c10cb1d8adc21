import { SECOND } from '#kernel/time.ts';

/** Only recent results count: before an outage everything was fine. */
const LATELY_MS = 30 * SECOND;
/** Fewer hosts than this may well fail at the same time. */
const LEAST_HOSTS = 5;

interface Observation {
  readonly accountId: number;
  readonly host: string;
  readonly failed: boolean;
  readonly at: number;
}

/**
 * Detects that this worker itself is offline: more than half of the recently checked hosts fail, and most checks of
 * more than half of the customers. Customers count too, so that one with many failing checks cannot cause it.
 */
export class Suspicion {
  /** The latest result of each check, in the order of time. */
  readonly #seen = new Map<number, Observation>();

  /** A check that was down before, or never up, says nothing about us when it fails. */
  note(check: { id: number; accountId: number; host: string; wasUp: boolean }, failed: boolean): void {
    if (failed && !check.wasUp) return;
    this.#seen.delete(check.id);
    this.#seen.set(check.id, { accountId: check.accountId, host: check.host, failed, at: performance.now() });
    this.#forgetOld();
  }

  get isGrounded(): boolean {
    this.#forgetOld();
    const hosts = new Map<string, boolean>();
    const balances = new Map<number, number>();
    for (const { accountId, host, failed } of this.#seen.values()) {
      hosts.set(host, failed);
      balances.set(accountId, (balances.get(accountId) ?? 0) + (failed ? 1 : -1));
    }
    const failedHosts = [...hosts.values()].filter(Boolean).length;
    const failedAccounts = [...balances.values()].filter((balance) => balance > 0).length;
    return failedHosts >= LEAST_HOSTS && failedHosts > hosts.size / 2 && failedAccounts > balances.size / 2;
  }

  #forgetOld(): void {
    const before = performance.now() - LATELY_MS;
    for (const [id, { at }] of this.#seen) {
      if (at > before) return;
      this.#seen.delete(id);
    }
  }
}

/** Concurrent requests per account. */
const MOST = 96;
/**
 * Above this number only webhooks without a request get one, so that slow receivers do not delay the account's others.
 */
const SHARED = 48;

/** Work of this process for one account. Its lanes take turns, and accounts take turns with each other. */
export class AccountLine<Lane extends { readonly inFlight: number }> {
  readonly id: number;
  /**
   * Lanes that can start a request, in the order of their turns: those without a request in progress, and the others.
   */
  readonly #fresh = new Set<Lane>();
  readonly #ready = new Set<Lane>();
  lanes = 0;
  inFlight = 0;
  /** Claimed deliveries, waiting or in progress. */
  held = 0;
  /** True if more deliveries were due than it could hold. */
  starved = false;

  constructor(id: number) {
    this.id = id;
  }

  get canStart(): boolean {
    return this.#next !== undefined;
  }

  add(lane: Lane): void {
    (lane.inFlight === 0 ? this.#fresh : this.#ready).add(lane);
  }

  remove(lane: Lane): void {
    this.#fresh.delete(lane);
    this.#ready.delete(lane);
  }

  /** Removes and returns the lane whose turn it is. */
  take(): Lane | undefined {
    const lane = this.#next;
    if (lane) this.remove(lane);
    return lane;
  }

  get #next(): Lane | undefined {
    if (this.inFlight >= MOST) return undefined;
    const [fresh] = this.#fresh;
    if (fresh || this.inFlight >= SHARED) return fresh;
    const [ready] = this.#ready;
    return ready;
  }
}

/** Requests under way for one account. */
const MOST = 96;
/** From here on only to webhooks that have none under way: an account's slow receivers do not delay its others either. */
const SHARED = 48;

/** What this process has at hand for one account: its lanes take turns with each other, and it takes turns with others. */
export class AccountLine<Lane extends { readonly inFlight: number }> {
  readonly id: number;
  /** Lanes that could start a request, the one whose turn it is first: those with none under way, and the others. */
  readonly #fresh = new Set<Lane>();
  readonly #ready = new Set<Lane>();
  lanes = 0;
  inFlight = 0;
  /** Deliveries that were claimed, waiting or under way. */
  held = 0;
  /** More was due than it could hold. */
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

  /** The lane whose turn it is; it is in no line any more. */
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

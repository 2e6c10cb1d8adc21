interface Heard {
  readonly beats: number;
  readonly since: number;
}

/**
 * Measures how long other workers have been silent, by polling their heartbeat counts. Silence counts only while the
 * polls are on time. After a delay in this process or in the database nothing is known about the others, and the
 * measurement restarts.
 */
export class Listening {
  readonly #silentAfterMs: number;
  #heard = new Map<string, Heard>();
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(silentAfterMs: number) {
    this.#silentAfterMs = silentAfterMs;
  }

  /** Returns the workers that have been silent too long, each with its last count. */
  async ask<Row extends { name: string; beats: number }>(read: () => Promise<Row[]> | Row[]): Promise<Row[]> {
    const began = performance.now();
    const rows = await read();
    const now = performance.now();
    const heldUpMs = this.#silentAfterMs / 2;
    if (began - this.#askedAt > heldUpMs || now - began > heldUpMs) this.#heard.clear();
    this.#askedAt = now;
    const before = this.#heard;
    this.#heard = new Map(
      rows.map(({ name, beats }) => {
        const known = before.get(name);
        return [name, known?.beats === beats ? known : { beats, since: now }];
      }),
    );
    return rows.filter(({ name }) => began - (this.#heard.get(name)?.since ?? now) >= this.#silentAfterMs);
  }
}

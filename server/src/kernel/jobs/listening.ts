interface Heard {
  readonly beats: number;
  readonly since: number;
}

/**
 * For how long others have been silent, as one hears it who asks again and again. Silence counts only while the asking went
 * on as it should: who was held up himself, or had to wait for the database, knows nothing about the others and begins anew.
 */
export class Listening {
  readonly #silentAfterMs: number;
  #heard = new Map<string, Heard>();
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(silentAfterMs: number) {
    this.#silentAfterMs = silentAfterMs;
  }

  /** Those who have been silent for too long, with the beat that was their last. */
  async ask<Row extends { name: string; beats: number }>(look: () => Promise<Row[]> | Row[]): Promise<Row[]> {
    const began = performance.now();
    const rows = await look();
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

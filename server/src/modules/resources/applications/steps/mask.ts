const MASK = '***';

/**
 * Takes secrets out of what comes in pieces, wherever the pieces are cut: what may be the beginning of one is held back
 * until the next piece tells. Also as they are written in a URL, in JSON and in the single quotes of a shell.
 */
export class Masker {
  readonly #forms: readonly string[];
  #held = '';

  constructor(secrets: readonly string[]) {
    const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(listForms));
    // The longest first: of two that begin alike, the rest of the longer one must not stay.
    this.#forms = [...forms].sort((a, b) => b.length - a.length);
  }

  /** What can be shown of all that has come, without what was shown before. */
  push(piece: string): string {
    const text = this.#held + piece;
    const { masked, cut } = this.#maskUpTo(this.#findBeginning(text), text);
    this.#held = text.slice(cut);
    return masked;
  }

  /** What was held back, when nothing more comes. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.mask(rest);
  }

  /** A text that is there as a whole. */
  mask(text: string): string {
    return this.#maskUpTo(text.length, text).masked;
  }

  /** Up to a place that may be inside a secret; then up to where that begins. */
  #maskUpTo(place: number, text: string): { masked: string; cut: number } {
    let [masked, at, cut] = ['', 0, place];
    for (const { start, end } of this.#find(text)) {
      if (end > place) {
        cut = Math.min(start, place);
        break;
      }
      masked += text.slice(at, start) + MASK;
      at = end;
    }
    return { masked: masked + text.slice(at, cut), cut };
  }

  /**
   * The secrets in a text from its beginning on, of those that begin at one place the longest. Not by a pattern: the
   * customer chooses secret and text, and could choose them so that at every letter half of the secret is compared.
   */
  *#find(text: string): Generator<{ start: number; end: number }> {
    const places = this.#forms.map((form) => ({ form, at: text.indexOf(form) }));
    for (;;) {
      let first: (typeof places)[number] | undefined;
      for (const place of places) if (place.at >= 0 && (!first || place.at < first.at)) first = place;
      if (!first) return;
      const [start, end] = [first.at, first.at + first.form.length];
      yield { start, end };
      for (const place of places) if (place.at >= 0 && place.at < end) place.at = text.indexOf(place.form, end);
    }
  }

  #findBeginning(text: string): number {
    const longest = (this.#forms[0]?.length ?? 1) - 1;
    for (let start = Math.max(0, text.length - longest); start < text.length; start++) {
      const rest = text.slice(start);
      if (this.#forms.some((form) => form.length > rest.length && form.startsWith(rest))) return start;
    }
    return text.length;
  }
}

function listForms(secret: string): string[] {
  const written = [secret, JSON.stringify(secret).slice(1, -1), secret.replaceAll("'", "'\\''")];
  return secret.isWellFormed() ? [...written, encodeURIComponent(secret)] : written;
}

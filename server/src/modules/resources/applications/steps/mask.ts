const MASK = '***';

/**
 * Masks secrets in text that arrives in chunks. A possible beginning of a secret is held back until the next chunk
 * arrives. Secrets are also masked as encoded in URLs, JSON and single-quoted shell strings.
 */
export class Masker {
  readonly #forms: readonly string[];
  #held = '';

  constructor(secrets: readonly string[]) {
    const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(listForms));
    // Longest first: if one secret begins with another, the rest of the longer one must not remain.
    this.#forms = [...forms].sort((a, b) => b.length - a.length);
  }

  /** Adds a chunk and returns the new text that is safe to show. */
  push(piece: string): string {
    const text = this.#held + piece;
    const { masked, cut } = this.#maskUpTo(this.#findBeginning(text), text);
    this.#held = text.slice(cut);
    return masked;
  }

  /** Returns the masked text that was held back. Call it after the last chunk. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.mask(rest);
  }

  /** Masks a complete text. */
  mask(text: string): string {
    return this.#maskUpTo(text.length, text).masked;
  }

  /** Masks up to `place`. If a secret spans `place`, masks up to the beginning of that secret. */
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
   * Yields the secrets in a text from left to right; at one position the longest. Regular expressions are avoided: the
   * customer controls secret and text, and can make every position compare half of the secret.
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

const MASK = '***';

/**
 * Takes secrets out of what comes in pieces, wherever the pieces are cut: what may be the beginning of one is held back
 * until the next piece tells. Also as they are written in a URL, in JSON and in the single quotes of a shell.
 */
export class Masker {
  readonly #forms: readonly string[];
  readonly #pattern: RegExp | undefined;
  #held = '';

  constructor(secrets: readonly string[]) {
    const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(listForms));
    // The longest first: of two that begin alike, the rest of the longer one must not stay.
    this.#forms = [...forms].sort((a, b) => b.length - a.length);
    const words = this.#forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    this.#pattern = words.length > 0 ? new RegExp(words.join('|'), 'g') : undefined;
  }

  /** What can be shown of all that has come, without what was shown before. */
  push(piece: string): string {
    if (!this.#pattern) return piece;
    const text = this.#held + piece;
    const cut = this.#findCut(text, this.#pattern);
    this.#held = text.slice(cut);
    return text.slice(0, cut).replace(this.#pattern, MASK);
  }

  /** What was held back, when nothing more comes. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.#pattern ? rest.replace(this.#pattern, MASK) : rest;
  }

  /** A text that is there as a whole. */
  mask(text: string): string {
    return this.#pattern ? text.replace(this.#pattern, MASK) : text;
  }

  /** Where the part begins that may go on in the next piece; never inside a secret. */
  #findCut(text: string, pattern: RegExp): number {
    const start = this.#findBeginning(text);
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (index < start && start < index + found.length) return index;
    }
    return start;
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

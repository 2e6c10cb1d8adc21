/** Longer lines are not accepted, as on a real terminal. */
const LONGEST_LINE = 4_096;
const MOST_HISTORY = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send keys as control characters.
const KEY = /\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z]|.)?|[\s\S]/gu;

/** Effect of a key besides editing: a complete line, an interrupt, or the end of the input. */
export type Typed = { kind: 'line'; line: string } | { kind: 'interrupt' } | { kind: 'end' };

/** Edits one line: printable characters, backspace, arrows, home, end, Ctrl-A, -C, -D, -E, -L and -U, and a history. */
export class LineEditor {
  readonly #echo: (text: string) => void;
  readonly #history: string[] = [];
  #prompt = '';
  #line: string[] = [];
  #at = 0;
  #recalled = 0;

  constructor(echo: (text: string) => void) {
    this.#echo = echo;
  }

  ask(prompt: string): void {
    this.#prompt = prompt;
    this.#set('');
    this.#recalled = this.#history.length;
    this.#echo(prompt);
  }

  /** Handles keys up to the first that is not an edit. Returns it with the keys after it. */
  take(keys: string): { typed: Typed; rest: string } | undefined {
    for (const { 0: key, index } of keys.matchAll(KEY)) {
      const typed = this.#press(key);
      if (typed) return { typed, rest: keys.slice(index + key.length) };
    }
    return undefined;
  }

  #press(key: string): Typed | undefined {
    switch (key) {
      case '\r':
      case '\n':
        return this.#finish();
      case '\u0003':
        this.#echo('^C\r\n');
        return { kind: 'interrupt' };
      case '\u0004':
        return this.#line.length === 0 ? { kind: 'end' } : undefined;
      case '\u007f':
      case '\b':
        if (this.#at > 0) this.#change(() => this.#line.splice(--this.#at, 1));
        return undefined;
      case '\u001b[3~':
        this.#change(() => this.#line.splice(this.#at, 1));
        return undefined;
      case '\u0015':
        this.#change(() => this.#set(''));
        return undefined;
      case '\u000c':
        this.#echo('\u001b[2J\u001b[H');
        this.#draw();
        return undefined;
      case '\u001b[A':
      case '\u001bOA':
        return this.#recall(-1);
      case '\u001b[B':
      case '\u001bOB':
        return this.#recall(1);
      case '\u001b[C':
      case '\u001bOC':
        return this.#move(this.#at + 1);
      case '\u001b[D':
      case '\u001bOD':
        return this.#move(this.#at - 1);
      case '\u0001':
      case '\u001b[H':
        return this.#move(0);
      case '\u0005':
      case '\u001b[F':
        return this.#move(this.#line.length);
      default:
        if (key >= ' ' && !key.startsWith('\u001b')) this.#insert(key);
        return undefined;
    }
  }

  #insert(key: string): void {
    if (this.#line.length >= LONGEST_LINE) return;
    const isAtEnd = this.#at === this.#line.length;
    this.#line.splice(this.#at++, 0, key);
    if (isAtEnd) this.#echo(key);
    else this.#draw();
  }

  #finish(): Typed {
    const line = this.#line.join('');
    this.#echo('\r\n');
    if (line.trim() !== '' && this.#history.at(-1) !== line) this.#history.push(line);
    if (this.#history.length > MOST_HISTORY) this.#history.shift();
    return { kind: 'line', line };
  }

  #recall(by: number): undefined {
    const to = Math.min(Math.max(0, this.#recalled + by), this.#history.length);
    this.#recalled = to;
    this.#change(() => this.#set(this.#history[to] ?? ''));
  }

  #move(to: number): undefined {
    this.#at = Math.min(Math.max(0, to), this.#line.length);
    this.#draw();
  }

  #change(edit: () => void): void {
    edit();
    this.#draw();
  }

  #set(line: string): void {
    this.#line = [...line];
    this.#at = this.#line.length;
  }

  #draw(): void {
    const behind = this.#line.length - this.#at;
    this.#echo(`\r\u001b[K${this.#prompt}${this.#line.join('')}${behind > 0 ? `\u001b[${behind}D` : ''}`);
  }
}

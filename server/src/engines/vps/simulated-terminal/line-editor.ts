/** Longest line, in characters. More is not taken, and the line is not run. */
export const LONGEST_LINE = 1_024;
const MOST_HISTORY = 50;
/** A run of characters, an escape sequence, or a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send keys as control characters.
const KEY = /[^\u0000-\u001f\u007f-\u009f]+|\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z]|.)?|[\s\S]/gu;
/** The beginning of an escape sequence or of a character, whose rest comes with the next keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one.
const INCOMPLETE = /(?:\u001b(?:\[[0-9;]{0,16}|O)?|[\ud800-\udbff])$/;

/** Effect of a key besides editing: a line, an interrupt, or the end of the input. */
export type Typed = { kind: 'line'; line: string } | { kind: 'too-long' | 'interrupt' | 'end' };

/** Edits one line: characters, backspace, arrows, home, end, Ctrl-A, -C, -D, -E, -L and -U, and a history. */
export class LineEditor {
  readonly #echo: (text: string) => void;
  readonly #history: string[] = [];
  #prompt = '';
  #line: string[] = [];
  #at = 0;
  #recalled = 0;
  #isTooLong = false;
  /** True if the screen does not show the line as it is. Drawn once for many keys: each drawing is a whole line. */
  #isStale = false;
  #incomplete = '';

  constructor(echo: (text: string) => void) {
    this.#echo = echo;
  }

  ask(prompt: string): void {
    this.#prompt = prompt;
    this.#set('');
    this.#recalled = this.#history.length;
    [this.#isTooLong, this.#isStale] = [false, false];
    this.#echo(prompt);
  }

  /** Handles keys. Yields what is more than an edit. */
  *type(keys: string): Generator<Typed> {
    const all = this.#incomplete + keys;
    this.#incomplete = INCOMPLETE.exec(all)?.[0] ?? '';
    for (const [key] of all.slice(0, all.length - this.#incomplete.length).matchAll(KEY)) {
      const typed = this.#press(key);
      if (typed) yield typed;
    }
    this.#draw();
  }

  #press(key: string): Typed | undefined {
    switch (key) {
      case '\r':
      case '\n':
        return this.#finish();
      case '\u0003':
        this.#draw();
        this.#echo('^C\r\n');
        return { kind: 'interrupt' };
      case '\u0004':
        return this.#line.length === 0 ? { kind: 'end' } : undefined;
      case '\u007f':
      case '\b':
        if (this.#at > 0) this.#remove(--this.#at);
        return undefined;
      case '\u001b[3~':
        return this.#remove(this.#at);
      case '\u0015':
        return this.#set('');
      case '\u000c':
        this.#echo('\u001b[2J\u001b[H');
        this.#isStale = true;
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
        if (/^[^\p{Cc}]/u.test(key)) this.#insert(key);
        return undefined;
    }
  }

  #insert(text: string): void {
    const characters = [...text];
    const room = LONGEST_LINE - this.#line.length;
    if (characters.length > room) this.#isTooLong = true;
    const taken = characters.slice(0, room);
    const isAtEnd = this.#at === this.#line.length && !this.#isStale;
    this.#line.splice(this.#at, 0, ...taken);
    this.#at += taken.length;
    if (isAtEnd) this.#echo(taken.join(''));
    else this.#isStale = true;
  }

  #finish(): Typed {
    const line = this.#line.join('');
    this.#draw();
    this.#echo('\r\n');
    if (this.#isTooLong) return { kind: 'too-long' };
    if (line.trim() !== '' && this.#history.at(-1) !== line) this.#history.push(line);
    if (this.#history.length > MOST_HISTORY) this.#history.shift();
    return { kind: 'line', line };
  }

  #recall(by: number): undefined {
    this.#recalled = Math.min(Math.max(0, this.#recalled + by), this.#history.length);
    this.#set(this.#history[this.#recalled] ?? '');
  }

  #move(to: number): undefined {
    this.#at = Math.min(Math.max(0, to), this.#line.length);
    this.#isStale = true;
  }

  #remove(at: number): undefined {
    this.#line.splice(at, 1);
    this.#isStale = true;
  }

  #set(line: string): undefined {
    this.#line = [...line];
    this.#at = this.#line.length;
    [this.#isTooLong, this.#isStale] = [false, true];
  }

  #draw(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    const behind = this.#line.length - this.#at;
    this.#echo(`\r\u001b[K${this.#prompt}${this.#line.join('')}${behind > 0 ? `\u001b[${behind}D` : ''}`);
  }
}

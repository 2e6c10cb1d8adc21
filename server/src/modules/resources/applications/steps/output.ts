import { SECOND } from '#kernel/time.ts';
import { toPlainText } from '../../hosting/index.ts';
import { Masker } from './mask.ts';

/** Characters of a step's output that are kept, counted from its end. */
export const OUTPUT_KEPT = 16 * 1024;
const SAVED_AFTER_MS = SECOND;

type Stream = 'stdout' | 'stderr';

/** Collects the output of a step. It is masked, bounded, and saved regularly so that it can be watched. */
export class StepOutput {
  readonly #maskers: Record<Stream, Masker>;
  readonly #save: (text: string) => Promise<unknown>;
  #kept = '';
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<unknown> | undefined;

  constructor(secrets: readonly string[], save: (text: string) => Promise<unknown>) {
    // Each stream has its own masker: a chunk of one stream must not split a secret of the other.
    this.#maskers = { stdout: new Masker(secrets), stderr: new Masker(secrets) };
    this.#save = save;
  }

  readonly add = (chunk: string, stream: Stream): void => {
    this.#keep(this.#maskers[stream].push(chunk));
    this.#timer ??= setTimeout(this.#saveNow, SAVED_AFTER_MS);
  };

  /** Returns the complete output. Nothing is saved afterwards. */
  async end(): Promise<string> {
    clearTimeout(this.#timer);
    await this.#saving;
    for (const masker of Object.values(this.#maskers)) this.#keep(masker.end());
    return this.text;
  }

  get text(): string {
    // Mask again: a secret may appear once the control sequences inside it are removed.
    return this.#maskers.stdout.mask(toPlainText(this.#kept).toWellFormed());
  }

  readonly #saveNow = (): void => {
    this.#timer = this.#saving && setTimeout(this.#saveNow, SAVED_AFTER_MS);
    // A failed save is made up for by the next one.
    this.#saving ??= this.#save(this.text)
      .catch(() => {})
      .finally(() => {
        this.#saving = undefined;
      });
  };

  #keep(text: string): void {
    this.#kept = (this.#kept + text).slice(-OUTPUT_KEPT);
  }
}

export function lastLineOf(output: string): string {
  return output.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

import { SECOND } from '../../../../kernel/time.ts';
import { toPlainText } from '../../hosting/index.ts';
import { Masker } from './mask.ts';

/** Of the output of one step, in characters: its end. */
export const OUTPUT_KEPT = 16 * 1024;
const SAVED_AFTER_MS = SECOND;

type Stream = 'stdout' | 'stderr';

/** What a step writes: masked, bounded, and saved now and then so that it can be watched. */
export class StepOutput {
  readonly #maskers: Record<Stream, Masker>;
  readonly #save: (text: string) => Promise<unknown>;
  #kept = '';
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<unknown> | undefined;

  constructor(secrets: readonly string[], save: (text: string) => Promise<unknown>) {
    // Each its own: what comes by the one must not hide where a secret of the other was cut.
    this.#maskers = { stdout: new Masker(secrets), stderr: new Masker(secrets) };
    this.#save = save;
  }

  readonly add = (chunk: string, stream: Stream): void => {
    this.#keep(this.#maskers[stream].push(chunk));
    this.#timer ??= setTimeout(this.#saveNow, SAVED_AFTER_MS);
  };

  /** All of it, when nothing more comes; nothing is saved from then on. */
  async end(): Promise<string> {
    clearTimeout(this.#timer);
    await this.#saving;
    for (const masker of Object.values(this.#maskers)) this.#keep(masker.end());
    return this.text;
  }

  get text(): string {
    // Once more: control sequences in the middle of a secret are gone now.
    return this.#maskers.stdout.mask(toPlainText(this.#kept).toWellFormed());
  }

  readonly #saveNow = (): void => {
    this.#timer = this.#saving && setTimeout(this.#saveNow, SAVED_AFTER_MS);
    // One that is lost is made good by the next.
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

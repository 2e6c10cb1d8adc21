/** Limit for a test outside the slow lane. Engines and browsers take their own time. */
export const LIMIT_SECONDS = 3;

/** A test that took longer than the limit. */
export interface SlowTest {
  readonly project: string;
  readonly file: string;
  /** The names of its suites and its own, as `--testNamePattern` sees them. */
  readonly name: string;
  readonly seconds: number;
}

export const isSlowFile = (file: string) => file.endsWith('.slow.test.ts');

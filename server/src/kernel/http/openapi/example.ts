/** A recorded request and its response. */
export interface Example {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Examples by operation id. */
export type Examples = Readonly<Record<string, Example>>;

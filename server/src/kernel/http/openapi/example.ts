/** A call that was really made, and what was answered. */
export interface Example {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Operation id → its call. */
export type Examples = Readonly<Record<string, Example>>;

/** Explains a charge in plain words. Written when the charge is created, and never computed again. */
export interface Explanation {
  readonly rule: 'period' | 'setup' | 'usage' | 'proration' | 'discount' | 'manual' | 'correction';
  /** A sentence that says what is charged and for which dates. */
  readonly sentence: string;
  /** The arithmetic, step by step. */
  readonly steps: readonly { readonly label: string; readonly value: string }[];
}

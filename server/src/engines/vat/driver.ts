import type { OperationOptions } from '../engine.ts';

/** What a register of VAT ids answered. */
export interface VatAnswer {
  readonly valid: boolean;
  /** As it is registered, where that is told. */
  readonly name: string | null;
  readonly address: string | null;
  /** The proof that it was asked for, where there is one. */
  readonly reference: string | null;
}

/** Where VAT ids of the EU are looked up. */
export interface VatDriver {
  readonly name: 'staff' | 'vies';
  /**
   * `DE123456789`: Greece is `EL`. Undefined where nobody can be asked: staff will say. Throws an EngineError `unreachable`
   * when there is no answer now, which says nothing about the VAT id.
   */
  look(vatId: string, options?: OperationOptions): Promise<VatAnswer | undefined>;
}

import type { OperationOptions } from '../engine.ts';

/** Answer of a register of VAT ids. */
export interface VatAnswer {
  readonly valid: boolean;
  /** Registered name, if the register returns it. */
  readonly name: string | null;
  readonly address: string | null;
  /** Proof of the request, if there is one. */
  readonly reference: string | null;
}

/** Interface to a register of EU VAT ids. */
export interface VatDriver {
  readonly name: 'staff' | 'vies';
  /**
   * Takes an id such as `DE123456789`; Greece is `EL`. Returns undefined if there is no register to query and staff
   * must decide. Throws an EngineError `unreachable` if there is no answer now, which says nothing about the VAT id.
   */
  look(vatId: string, options?: OperationOptions): Promise<VatAnswer | undefined>;
}

import { EngineError } from '../engine.ts';
import type { PaymentDriver } from './driver.ts';
import { checkAmount } from './payment-rules.ts';

/** Account that receives transfers. */
export interface BankAccount {
  readonly name: string;
  readonly iban: string | null;
  readonly bic: string | null;
}

/** Customers transfer money to an account of the company. Payments are imported from bank statements. */
export function createTransfer(findBank: () => BankAccount | undefined): PaymentDriver {
  return {
    name: 'transfer',
    capabilities: new Set(),

    async check() {
      const bank = findBank();
      const version = 'bank transfer';
      if (bank?.iban) return { reachable: true, version, detail: `To ${bank.iban} of ${bank.name}.`, advice: null };
      const detail = 'Not offered: to be paid so, set HOSTLER_SELLER_NAME and HOSTLER_SELLER_IBAN.';
      return { reachable: true, version, detail, advice: null };
    },

    async startPayment(order) {
      checkAmount(order);
      const bank = findBank();
      if (!bank?.iban) throw new EngineError('refused', 'Payment by bank transfer is not set up here.');
      const { name, iban, bic } = bank;
      const { reference } = order;
      return { reference, status: 'pending', next: { type: 'instructions', name, iban, bic, reference } };
    },

    // The result is known only from a later statement.
    fetchStatus: async () => undefined,
    fetchMandate: async () => undefined,
    cancelMandate: async () => {},

    createMandate: refuse,
    chargeMandate: refuse,
    capture: refuse,
    cancelAuthorization: refuse,
    refund: () => refuse('Transfer the money back by your bank, and record that you did.'),
    parseWebhook: refuse,
  };
}

async function refuse(advice?: unknown): Promise<never> {
  const reason = 'A bank transfer is made by its sender alone.';
  throw new EngineError('refused', typeof advice === 'string' ? `${reason} ${advice}` : reason);
}

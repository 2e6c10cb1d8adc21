import type { PaymentFailure } from './driver.ts';

/** A card of the simulated provider, which determines the outcome of a payment. */
export interface SimulatedCard {
  readonly label: string;
  /** Shown when a card is chosen. */
  readonly behaviour: string;
  readonly declines?: PaymentFailure;
  /** Declines only the first charge of each invoice. */
  readonly declinesOnce?: boolean;
  /** Payments stay pending for a while. */
  readonly slow?: boolean;
  readonly refundFails?: boolean;
  /** Payments can be authorised, and the capture is declined. */
  readonly captureFails?: boolean;
  /** Country that issued it. */
  readonly country?: string;
  /** The customer's bank reverses the payment. */
  readonly disputes?: boolean;
}

export const INSUFFICIENT: PaymentFailure = { kind: 'soft', message: 'There was not enough money on the card.' };

const CARDS = {
  sim_ok: { label: 'Simulated card •••• 4242', behaviour: 'Pays.' },
  sim_soft: {
    label: 'Simulated card •••• 9995',
    behaviour: 'Never has enough money; worth another try.',
    declines: INSUFFICIENT,
  },
  sim_soft_once: {
    label: 'Simulated card •••• 9987',
    behaviour: 'Has not enough money at the first charge for an invoice, and pays at the next.',
    declines: INSUFFICIENT,
    declinesOnce: true,
  },
  sim_hard: {
    label: 'Simulated card •••• 9979',
    behaviour: 'Was reported stolen; no use to try again.',
    declines: { kind: 'hard', message: 'The card was declined for good. Please use another one.' },
  },
  sim_action: {
    label: 'Simulated card •••• 3155',
    behaviour: 'Pays only when its owner is there.',
    declines: { kind: 'action_required', message: 'The bank wants you to confirm this payment.' },
  },
  sim_slow: { label: 'Simulated card •••• 0077', behaviour: 'Pays, and takes its time.', slow: true },
  sim_dispute: { label: 'Simulated card •••• 0259', behaviour: 'Pays, and takes it back later.', disputes: true },
  sim_foreign: { label: 'Simulated card •••• 0340', behaviour: 'Pays; issued in Brazil.', country: 'BR' },
  sim_capture_fails: {
    label: 'Simulated card •••• 0069',
    behaviour: 'Pays; declines the charge of an authorised amount.',
    captureFails: true,
  },
  sim_refund_fails: { label: 'Simulated card •••• 5126', behaviour: 'Pays; refunds to it fail.', refundFails: true },
} as const satisfies Record<string, SimulatedCard>;

export const simulatedCards: ReadonlyMap<string, SimulatedCard> = new Map<string, SimulatedCard>(Object.entries(CARDS));

/**
 * Returns the card of a mandate. The reference is the name of the card, alone or with a suffix: `sim_soft`,
 * `sim_soft-1f0c…`.
 */
export function findSimulatedCard(mandate: string): SimulatedCard | undefined {
  return simulatedCards.get(mandate.split('-', 1)[0] ?? '');
}

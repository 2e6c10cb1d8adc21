/** Why a VPS is suspended. Each has an end of its own: a payment lifts what is for payment, and nothing else. */
export const SUSPENSION_CAUSES = ['payment', 'abuse', 'legal', 'staff'] as const;
/** `account`: the whole account is suspended. Opened and closed with that alone. */
export type SuspensionCause = (typeof SUSPENSION_CAUSES)[number] | 'account';

export interface NewSuspension {
  readonly cause: SuspensionCause;
  /** What its owner is told. */
  readonly reason: string;
}

/** As other modules know it. */
export interface Suspension extends NewSuspension {
  readonly openedAt: number;
  /** Null while it lasts. */
  readonly closedAt: number | null;
}

/** Causes of a suspension. Each is lifted separately: a payment lifts only a suspension for payment. */
export const SUSPENSION_CAUSES = ['payment', 'abuse', 'legal', 'staff'] as const;
/** `account` means that the whole account is suspended. Opened and closed only with the account. */
export type SuspensionCause = (typeof SUSPENSION_CAUSES)[number] | 'account';

export interface NewSuspension {
  readonly cause: SuspensionCause;
  /** Shown to the owner. */
  readonly reason: string;
}

/** A suspension as seen by other modules. */
export interface Suspension extends NewSuspension {
  readonly openedAt: number;
  /** Null while open. */
  readonly closedAt: number | null;
}

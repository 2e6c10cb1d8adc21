import type { AppError } from '#kernel/errors.ts';
import { errors } from './errors.ts';

/** Causes for which staff suspend an account. */
export const ACCOUNT_SUSPENSION_CAUSES = ['payment', 'abuse', 'legal', 'staff'] as const;
export type AccountSuspensionCause = (typeof ACCOUNT_SUSPENSION_CAUSES)[number];

/** Suspension of an account. If there are several, cause and reason are those of the oldest. */
export interface AccountSuspension {
  readonly cause: AccountSuspensionCause;
  /** Shown to the customer. */
  readonly reason: string;
  readonly since: number;
  /** True if mailboxes or DNS zones, respectively, are suspended too. */
  readonly withMail: boolean;
  readonly withDns: boolean;
}

/** Reads the column `suspension` of an account. Undefined if the account is not suspended. */
export function readSuspension(json: string | null | undefined): AccountSuspension | undefined {
  return json ? (JSON.parse(json) as AccountSuspension) : undefined;
}

/** Returns the refusal for what a suspended account cannot do. */
export function suspendedError({ reason }: AccountSuspension): AppError {
  return errors.account_suspended({ reason });
}

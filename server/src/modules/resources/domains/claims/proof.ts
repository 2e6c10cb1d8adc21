import type { AppError } from '#kernel/errors.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { errors } from '../errors.ts';

/** A TXT record that only the owner of the domain can create. */
export interface Proof {
  readonly name: string;
  readonly value: string;
}

const KEPT_FOR_MS = 7 * DAY;
const SOONEST_MS = MINUTE;
const LATEST_MS = 15 * MINUTE;

export function describeProof(domain: string, token: string): Proof {
  return { name: `_hostler.${domain}`, value: `hostler-verification=${token}` };
}

/** The longer a claim waits, the less often it is looked up. */
export function nextCheckAt(claimedAt: number, now: number): number {
  return now + Math.round(Math.min(Math.max((now - claimedAt) / 4, SOONEST_MS), LATEST_MS));
}

export function isOver(claimedAt: number, now: number): boolean {
  return now - claimedAt > KEPT_FOR_MS;
}

export function notProved(domain: string): AppError {
  return errors.domain_not_verified({ domain });
}

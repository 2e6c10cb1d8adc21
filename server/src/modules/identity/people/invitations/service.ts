import type { Query } from '@hostler/database';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import { notFound } from '#kernel/errors.ts';
import { DAY } from '#kernel/time.ts';
import { giveStaffRole, insertMembership, peopleLimit } from '../store.ts';
import { type InvitationRow, insertInvitation, spendInvitation } from './store.ts';

const LIFETIME = 7 * DAY;
const TOKEN_LENGTH = 43;

export type NewInvitation = Pick<InvitationRow, 'account_id' | 'email' | 'role' | 'staff_role' | 'invited_by'> & {
  /** Proposed name of a new person. */
  name?: string | undefined;
  scopes: readonly string[];
  rights: readonly string[];
};

export interface Invited {
  readonly invitation: InvitationRow;
  /** The token of the link. Only its hash is stored. */
  readonly token: string;
}

export function* invite({ scopes, rights, name, ...given }: NewInvitation, now: number): Query<Invited> {
  const token = randomBase62(TOKEN_LENGTH);
  const lists = { scopes: scopes.join(' '), rights: rights.join(' ') };
  const row = { ...given, ...lists, name: name ?? null, created_at: now, expires_at: now + LIFETIME };
  const invitation = yield* insertInvitation(row, sha256(token));
  if (given.account_id !== null) yield* peopleLimit.check(given.account_id);
  return { invitation, token };
}

/** Uses up an invitation. Returns false if the person already has what it grants. */
export function* joinBy(invitation: InvitationRow, personId: number, now: number): Query<boolean> {
  const { account_id, role, scopes, rights, staff_role } = invitation;
  if (!(yield* spendInvitation(invitation))) throw notFound('Invitation');
  if (staff_role !== null) yield* giveStaffRole({ id: personId, staff_role });
  if (account_id === null) return true;
  const row = { person_id: personId, account_id, role, scopes, rights, created_at: now };
  return (yield* insertMembership(row)) !== undefined;
}

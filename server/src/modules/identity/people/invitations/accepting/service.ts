import type { Database, InTurn, Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { sha256 } from '#kernel/crypto.ts';
import { type AppError, type ErrorDetail, fieldErrors, notFound, validationError } from '#kernel/errors.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import type { Clock } from '#kernel/time.ts';
import type { Begun, Place, SessionService } from '../../../sign-in/index.ts';
import { errors } from '../../errors.ts';
import { hashNewPassword } from '../../password-rules.ts';
import { findPerson, findPersonByEmail, insertPerson, type PersonRow } from '../../store.ts';
import { joinBy } from '../service.ts';
import { findInvitation, type InvitationFound } from '../store.ts';

interface Acceptance {
  token: string;
  name?: string | undefined;
  password?: string | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  sessions: SessionService;
}

export type InvitationService = ReturnType<typeof createInvitationService>;

export function createInvitationService({ db, clock, sessions }: Dependencies) {
  function* find(token: string): Query<InvitationFound> {
    const found = yield* findInvitation(sha256(token), clock.now());
    if (!found) throw notFound('Invitation');
    return found;
  }

  function* show(token: string) {
    const { account_id, account_name, staff_role, email, role } = yield* find(token);
    const account = account_id === null ? null : { id: account_id, name: account_name ?? '' };
    return { account, staff_role, email, role, known: (yield* findPersonByEmail(email)) !== undefined };
  }

  /** Creates the person if the address is unknown, and signs them in. */
  async function acceptAsNew(given: Acceptance, place: Place, inTurn: InTurn): Promise<Begun> {
    const { email, name: proposed } = await inTurn(() => db.read(findUnknown(given.token)));
    const { name, password } = readNewPerson({ ...given, name: given.name ?? proposed ?? undefined });
    const password_hash = await hashNewPassword(password);
    return inTurn(() =>
      db.write(function* () {
        const now = clock.now();
        const invitation = yield* find(given.token);
        const row = { email, name, staff_role: null, password_changed_at: now, created_at: now };
        const person = yield* insertPerson(row, { password_hash });
        if (!person) throw signInFirst(email);
        yield* joinBy(invitation, person.id, now);
        const joined = (yield* findPerson(person.id)) ?? person;
        return yield* sessions.begin(joined, place, []);
      }),
    );
  }

  function* findUnknown(token: string): Query<InvitationFound> {
    const found = yield* find(token);
    if (yield* findPersonByEmail(found.email)) throw signInFirst(found.email);
    return found;
  }

  /** Adds the signed-in person if the invitation is addressed to them. */
  function* acceptAs({ person }: PanelCaller, token: string): Query<PersonRow> {
    const now = clock.now();
    const invitation = yield* find(token);
    const known = yield* findPerson(person.id);
    if (!known || known.email !== invitation.email) {
      throw errors.invitation_for_another();
    }
    if (!(yield* joinBy(invitation, known.id, now))) throw errors.you_are_already_member();
    const actor = { kind: 'person', id: known.id, label: known.name } as const;
    yield* audit({ actor, accounts: [invitation.account_id], changed: [], now });
    return (yield* findPerson(known.id)) ?? known;
  }

  return { show, acceptAsNew, acceptAs };
}

/** The link alone does not sign in a known person: other people may read the mail. */
function signInFirst(email: string): AppError {
  return errors.sign_in_for_invitation({ email });
}

function readNewPerson({ name = '', password = '' }: Acceptance) {
  const details: ErrorDetail[] = [];
  if (name.trim() === '') details.push(fieldErrors.required('name'));
  if (password === '') details.push(fieldErrors.required('password'));
  if (details.length > 0) throw validationError(details);
  return { name: name.trim(), password };
}

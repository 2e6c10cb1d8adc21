import { type Database, type InTurn, lockName, type Query } from '@hostler/database';
import { audit, findAuditContext, recordFor, recordSystem } from '#kernel/audit/record.ts';
import { sha256 } from '#kernel/crypto.ts';
import type { Environment } from '#kernel/environment.ts';
import { authorize, type Member, type PanelCaller } from '#kernel/http/caller.ts';
import type { Links } from '#kernel/mail/links.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import { type Clock, MINUTE, SECOND } from '#kernel/time.ts';
import { findPerson, listAccountsOf, permissionsOf } from '../../people/index.ts';
import { countTry, forgiveTry } from '../../sign-in/index.ts';
import { errors } from '../errors.ts';
import type { KeyMaker, KeyRequest, KeyService } from '../index.ts';
import { challengeOf, foldUserCode, makeUserCode } from './codes.ts';
import * as store from './store.ts';

const LIFETIME = 10 * MINUTE;
const POLL_EVERY_MS = 2 * SECOND;
/** Limits of open requests: they need no key, so strangers can start them. */
const MOST_OPEN = 5_000;
const MOST_OPEN_PER_ADDRESS = 20;

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  keys: KeyService;
}

interface Start {
  readonly challenge: string;
  readonly program: string;
  readonly machine: string;
  readonly environment?: Environment | undefined;
}

export type DeviceRequestService = ReturnType<typeof createDeviceRequestService>;

/**
 * Gives API keys to programs that cannot receive one from a browser, as in RFC 8628. The program polls with a verifier
 * that only it knows. A person compares the code and approves. The key is created when the program collects it, so it is
 * stored nowhere in clear.
 */
export function createDeviceRequestService({ db, clock, links, keys }: Dependencies) {
  function* start({ challenge, program, machine, environment = 'live' }: Start, address: string) {
    const now = clock.now();
    const source = sourceOf(address);
    yield* lockName(`device requests of ${source}`);
    const ofSource = yield* store.countOpenOf(source, now, MOST_OPEN_PER_ADDRESS);
    if (ofSource >= MOST_OPEN_PER_ADDRESS || (yield* store.countOpen(now, MOST_OPEN)) >= MOST_OPEN) throw tooMany();
    const user_code = makeUserCode();
    const row = { program, machine, environment, address, source, created_at: now, expires_at: now + LIFETIME };
    const secrets = { challenge, code_hash: hashCode(user_code) };
    if (!(yield* store.insertRequest(row, secrets))) throw errors.device_challenge_used();
    const verification_uri = links.to('/device');
    return {
      user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?code=${user_code}`,
      expires_in: LIFETIME / SECOND,
      interval: POLL_EVERY_MS / SECOND,
    };
  }

  /** Returns the key to the first caller with the verifier, once the request is approved. */
  async function collect(verifier: string, inTurn: InTurn) {
    const challenge = challengeOf(verifier);
    const found = await inTurn(() => db.read(store.findByChallenge({ challenge, now: clock.now() })));
    if (!found) throw errors.device_request_unknown();
    if (found.decision !== 'approved') return { status: found.decision ?? ('pending' as const), key: null };
    const key = await inTurn(() => db.write(() => handOver(found.id)));
    if (key === undefined) throw errors.device_key_collected();
    return { status: 'approved' as const, key };
  }

  /** Creates the key with what the person may do now. Returns undefined if it was collected before. */
  function* handOver(id: number): Query<string | undefined> {
    const now = clock.now();
    const approved = yield* store.claimApproved({ id, now });
    if (!approved) {
      yield* endCollected(id, now);
      return undefined;
    }
    const maker = yield* readMaker(approved);
    const settings = JSON.parse(approved.settings) as KeyRequest;
    const { row, key } = yield* keys.create(maker, settings, now);
    yield* store.noteKey({ id, key_id: row.id });
    const context = yield* findAuditContext();
    yield* recordFor(row.account_id, {
      actor: { kind: 'person', id: maker.person.id, label: maker.person.name },
      action: 'keys.create',
      record: { type: 'keys', id: row.id, label: row.name },
      changed: Object.keys(settings),
      address: context?.address ?? null,
      requestId: context?.requestId ?? null,
      now,
    });
    return key;
  }

  /** A second collection means that the first response was lost, or that another program has the verifier. */
  function* endCollected(id: number, now: number): Query<void> {
    const collected = yield* store.findCollected(id);
    if (!collected) return;
    const { account_id, key_id } = collected;
    yield* keys.end(account_id, key_id, now);
    yield* recordSystem(account_id, 'keys.revoke', { type: 'keys', id: key_id, label: null }, now);
  }

  function* readMaker({ person_id, account_id }: store.Approved): Query<KeyMaker> {
    const person = yield* findPerson(person_id);
    const memberships = yield* listAccountsOf(person_id);
    const membership = memberships.find((one) => one.account_id === account_id);
    if (!person || person.disabled_at !== null || !membership) throw errors.device_approver_left();
    const { scopes, sandboxScopes, bound } = permissionsOf(membership);
    const maker = {
      account: { id: account_id, name: membership.account_name },
      person: { id: person.id, name: person.name, email: person.email },
      role: membership.role,
      sandboxScopes,
      credential: { kind: 'person', scopes, bound },
    } as const;
    authorize('keys', maker);
    return maker;
  }

  /** Returns the request with the code. Wrong codes are counted by person. */
  async function find({ person }: PanelCaller, code: string, inTurn: InTurn): Promise<store.DeviceRequestRow> {
    const found = await inTurn(() =>
      db.write(function* () {
        const tries = `device codes by ${person.id}`;
        yield* countTry(tries, clock.now());
        const row = yield* store.findByCode({ code_hash: hashCode(code), now: clock.now() });
        if (row) yield* forgiveTry(tries);
        return row;
      }),
    );
    if (!found) throw errors.device_code_unknown();
    return found;
  }

  async function approve(member: Member, code: string, settings: KeyRequest, inTurn: InTurn) {
    const found = await find(member, code, inTurn);
    await inTurn(() =>
      db.write(function* () {
        const now = clock.now();
        keys.check(member, settings, now);
        const decision = { person_id: member.person.id, account_id: member.account.id };
        if (!(yield* store.approve({ id: found.id, ...decision, settings: JSON.stringify(settings), now })))
          throw errors.device_request_decided();
        yield* audit({ record: describe(found), now });
      }),
    );
    return { ...found, decision: 'approved' as const };
  }

  async function deny(caller: PanelCaller, code: string, inTurn: InTurn) {
    const found = await find(caller, code, inTurn);
    await inTurn(() =>
      db.write(function* () {
        const now = clock.now();
        if (!(yield* store.deny({ id: found.id, person_id: caller.person.id, now })))
          throw errors.device_request_decided();
        yield* audit({ record: describe(found), now });
      }),
    );
    return { ...found, decision: 'denied' as const };
  }

  return { start, collect, find, approve, deny };
}

function describe({ id, program, machine }: store.DeviceRequestRow) {
  return { type: 'keys/device', id, label: `${program}, ${machine}` };
}

function hashCode(code: string): string {
  return sha256(foldUserCode(code));
}

function tooMany() {
  const seconds = MINUTE / SECOND;
  return errors.device_requests_too_many({ seconds }, { headers: { 'retry-after': String(seconds) } });
}

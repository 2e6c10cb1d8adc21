import type { Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { validationError } from '#kernel/errors.ts';
import { type Clock, HOUR } from '#kernel/time.ts';
import { errors, fieldErrors } from '../errors.ts';
import { toBase32 } from './base32.ts';
import { enableTotp, findTotp, prepareTotp, removeTotp, useStep } from './store.ts';
import { findStep, makeTotpSecret, makeTotpUri } from './totp.ts';

/** Time to enter a new secret into an app. */
const PENDING_MS = HOUR;

export type TotpService = ReturnType<typeof createTotpService>;

export function createTotpService({ vault, clock, issuer }: { vault: Vault; clock: Clock; issuer: () => string }) {
  const seal = (secret: Buffer) => vault.seal(secret.toString('base64'));
  const open = (sealed: string) => Buffer.from(vault.open(sealed), 'base64');

  /** Creates a secret for an app. A previous one stays active until a code proves that the app knows the new one. */
  function* begin(person: { id: number; email: string }) {
    const secret = makeTotpSecret();
    yield* prepareTotp({ person_id: person.id, pending_secret: seal(secret), now: clock.now() });
    return { secret: toBase32(secret), uri: makeTotpUri(secret, { issuer: issuer(), account: person.email }) };
  }

  function* enable(personId: number, code: string): Query<void> {
    const now = clock.now();
    const totp = yield* findTotp(personId);
    if (!totp?.pending_secret || Math.abs(now - (totp.pending_at ?? 0)) > PENDING_MS) {
      throw errors.totp_secret_missing();
    }
    const { pending_secret } = totp;
    const step = findStep(open(pending_secret), code, now, 0);
    if (step === undefined) throw wrongCode('code');
    const enabled = yield* enableTotp({ person_id: personId, pending_secret, now, step });
    if (enabled === 0) throw errors.totp_secret_replaced();
  }

  function* isOn(personId: number): Query<boolean> {
    return ((yield* findTotp(personId))?.secret ?? null) !== null;
  }

  /** Returns whether the code is valid now, and uses it up. */
  function* use(personId: number, code: string): Query<boolean> {
    const totp = yield* findTotp(personId);
    if (!totp?.secret) return false;
    const step = findStep(open(totp.secret), code, clock.now(), totp.last_step);
    // If two requests use the same code concurrently, one succeeds.
    return step !== undefined && (yield* useStep({ person_id: personId, before: totp.last_step, step })) === 1;
  }

  return { begin, enable, isOn, use, remove: removeTotp };
}

export function wrongCode(field: string) {
  return validationError([fieldErrors.totp_code_wrong(field)]);
}

import type { Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Environment } from '#kernel/environment.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import type { Cookie } from '#kernel/http/cookie.ts';
import type { CustomContext } from '#kernel/http/route.ts';
import { DAY } from '#kernel/time.ts';
import type { Static } from '#kernel/type.ts';
import { listAccountsOf, type PersonRow, viewAccountOf, viewPerson } from '../../people/index.ts';
import { makeKnownDevice } from './known-device.ts';
import { LIFETIME_MS } from './lifetimes.ts';
import type { SignedIn } from './schemas.ts';
import type { Begun, Place } from './service.ts';

const KNOWN_DEVICE_MS = 365 * DAY;

interface Dependencies {
  vault: Vault;
  cookies: { session: Cookie; device: Cookie };
  environments: ReadonlySet<Environment>;
}

/** The common part of every way to sign in: source of the request, cookies and response. */
export interface Entrance {
  placeOf(context: CustomContext<PanelCaller>): Place;
  /** Sets the session cookie and, if the session is complete, the cookie of a known device. */
  give(context: CustomContext<PanelCaller>, begun: Begun): void;
  /** Sets a new cookie for the same session. */
  renew(context: CustomContext<PanelCaller>, cookie: string, lifetimeMs: number): void;
  /** Deletes the session cookie. */
  clear(context: CustomContext<PanelCaller>): void;
  viewSignedIn(person: PersonRow): Query<Static<typeof SignedIn>>;
}

export function createEntrance({ vault, cookies, environments }: Dependencies): Entrance {
  return {
    placeOf: ({ address, headers }) => ({
      address,
      userAgent: headers['user-agent'] ?? '',
      knownDevice: cookies.device.read(headers),
      cookie: cookies.session.read(headers),
    }),

    give({ setHeader }, { person, cookie, methods }) {
      const session = cookies.session.set(cookie, LIFETIME_MS);
      const device = () => cookies.device.set(makeKnownDevice(person.id, vault), KNOWN_DEVICE_MS);
      setHeader('set-cookie', methods.length === 0 ? [session, device()] : session);
    },

    renew({ setHeader }, cookie, lifetimeMs) {
      setHeader('set-cookie', cookies.session.set(cookie, lifetimeMs));
    },

    clear({ setHeader }) {
      setHeader('set-cookie', cookies.session.clear());
    },

    *viewSignedIn(person) {
      const accounts = yield* listAccountsOf(person.id);
      return { person: viewPerson(person), accounts: accounts.map((account) => viewAccountOf(account, environments)) };
    },
  };
}

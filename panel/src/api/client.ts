import { Hostler } from '@hostler/sdk';
import { loadErrors } from '../locales/errors.ts';
import type { Place } from '../session/place.ts';
import { dropToken, getToken } from '../session/token.ts';
import { followAnswer } from './followed-actions.ts';

export type Api = Hostler;

const clients = new Map<string, Hostler>();

/** Returns the SDK client of an account and environment, authenticated with the short-lived token of the session. */
export function apiOf(place: Place): Api {
  const name = `${place.accountId}/${place.environment}`;
  let client = clients.get(name);
  if (!client) {
    client = new Hostler({
      baseUrl: window.location.origin,
      token: async (refused) => {
        if (refused !== undefined) await dropToken(place, refused);
        return getToken(place);
      },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        void followAnswer(place, response.clone());
        if (!response.ok) await loadErrors();
        return response;
      },
      // Fail early instead of pausing long: the page can then show that the server is unreachable.
      longestPause: 5,
    });
    clients.set(name, client);
  }
  return client;
}

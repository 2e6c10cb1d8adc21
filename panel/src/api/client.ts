import { Hostler } from '@hostler/sdk';
import type { Place } from '../session/place.ts';
import { dropToken, getToken } from '../session/token.ts';
import { followAnswer } from './followed-actions.ts';

export type Api = Hostler;

const clients = new Map<string, Hostler>();

/** The public API as the person at hand may use it there: the SDK, with the session's short-lived token. */
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
        return response;
      },
      // A page rather says that it waits than that it is silent.
      longestPause: 5,
    });
    clients.set(name, client);
  }
  return client;
}

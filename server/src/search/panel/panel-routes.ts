import { type Query, toPatterns } from '@hostler/database';
import type { Member, PanelCaller } from '#kernel/http/caller.ts';
import { inAccount, type Route, show } from '#kernel/http/route.ts';
import { normaliseAddress } from '#kernel/net/normalise-address.ts';
import { type FoundRow, PANEL_KINDS } from './kinds.ts';
import { FoundRecords, SearchQuery } from './schemas.ts';

export function panelSearchRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/search',
        // A request is logged without a change that a cached response would notice.
        ofTheMoment: true,
        access: 'any-credential',
        summary: 'Search the account',
        description:
          'Finds IP addresses of servers, people and API keys of the account by a part of their text, and a ticket or an API request by its number or id. Leaves out records that the person may not read. Lists of the public API find the others.',
        query: SearchQuery,
        data: FoundRecords,
        *handle({ caller, query: { q } }) {
          return { found: yield* findInAccount(caller, q.trim()) };
        },
      }),
    ),
  ];
}

function* findInAccount(member: Member, text: string): Query<FoundRow[]> {
  const { account, role, person, credential } = member;
  const wanted = {
    ...toPatterns(text),
    account_id: account.id,
    // Members see their own keys.
    made_by: role === 'owner' ? null : person.id,
    given: text,
    address: normaliseAddress(text) ?? '',
    id: readId(text),
  };
  const found: FoundRow[] = [];
  for (const { type, needs, query } of PANEL_KINDS) {
    if (!credential.scopes.has(needs)) continue;
    found.push(...(yield* query.all(wanted)).map((row) => ({ type, ...row })));
  }
  return found;
}

/** Returns the ticket number: `12` or `#12`. Returns 0 for other texts. */
function readId(text: string): number {
  const id = Number(/^#?(\d+)$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) ? id : 0;
}

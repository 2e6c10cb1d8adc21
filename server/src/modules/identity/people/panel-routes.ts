import { AppError } from '../../../kernel/errors.ts';
import type { PanelCaller } from '../../../kernel/http/caller.ts';
import { command, inAccount, list, type Route, show } from '../../../kernel/http/route.ts';
import * as schemas from './schemas.ts';
import type { PeopleService } from './service.ts';
import { viewEntry } from './view.ts';

const PERSON = { description: 'The person.' };

export function peopleRoutes({ people }: { people: PeopleService }): Route<PanelCaller>[] {
  return [
    inAccount(
      list({
        path: '/people',
        access: 'people',
        summary: 'List the people of an account',
        description: 'Those who belong to it, then those who are invited.',
        item: schemas.PersonOfAccount,
        statuses: [],
        *handle({ caller }, { page, per_page }) {
          const { items, total } = yield* people.list(caller.account.id, per_page, (page - 1) * per_page);
          return { items: items.map(viewEntry), total };
        },
      }),
    ),
    inAccount(
      show({
        path: '/people/show',
        access: 'people',
        summary: 'Show somebody, with the keys that would end with them',
        id: PERSON,
        data: schemas.PersonWithKeys,
        *handle({ caller, id }) {
          const entry = yield* people.show(caller.account.id, id);
          return { ...viewEntry(entry), keys: yield* people.listKeys(caller.account.id, id) };
        },
      }),
    ),
    inAccount(
      command({
        path: '/people/invite',
        access: 'people',
        confirmed: true,
        summary: 'Invite somebody',
        description:
          'They get a mail with a link that is good for 7 days and once. Another invitation voids the one before.',
        status: 201,
        message: 'Invited.',
        body: schemas.InviteRequest,
        data: schemas.PersonOfAccount,
        *handle({ caller, body }) {
          return viewEntry(yield* people.invite(caller, body));
        },
      }),
    ),
    inAccount(
      command({
        path: '/people/update',
        access: 'people',
        confirmed: true,
        summary: 'Change what somebody may do',
        description:
          'At once, also in what is open in their browser. `role: owner` for a member is an offer, which they accept or not.',
        status: 200,
        message: 'Changed.',
        id: PERSON,
        body: schemas.UpdateRequest,
        data: schemas.PersonOfAccount,
        *handle({ caller, id, body }) {
          return viewEntry(yield* people.update(caller, id, body));
        },
      }),
    ),
    inAccount(
      command({
        path: '/people/remove',
        access: 'people',
        confirmed: true,
        summary: 'Remove somebody, or take an invitation back',
        description:
          'By `id` a person, by `invitation_id` who is only invited. The API keys that they made here end with them.',
        status: 200,
        message: 'Removed.',
        id: { ...PERSON, optional: true },
        body: schemas.RemoveRequest,
        data: schemas.Removed,
        *handle({ caller, id, body: { invitation_id } }) {
          if (invitation_id !== undefined) return yield* people.withdraw(caller, invitation_id);
          if (id === 0) throw new AppError('MISSING_ID', 'The parameter id or invitation_id is missing.');
          return yield* people.remove(caller, id);
        },
      }),
    ),
    inAccount(
      command({
        path: '/people/accept-ownership',
        access: 'any-credential',
        confirmed: true,
        summary: 'Accept to be an owner',
        status: 200,
        message: 'You are an owner of this account now.',
        data: schemas.PersonOfAccount,
        *handle({ caller }) {
          return viewEntry(yield* people.acceptOwnership(caller));
        },
      }),
    ),
  ];
}

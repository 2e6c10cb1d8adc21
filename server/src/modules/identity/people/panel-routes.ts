import type { PanelCaller } from '#kernel/http/caller.ts';
import { command, inAccount, list, type Route, show } from '#kernel/http/route.ts';
import { errors } from './errors.ts';
import * as schemas from './schemas.ts';
import type { PeopleService } from './service.ts';
import { viewEntry } from './view.ts';

const PERSON = { description: 'Identifier of the person.' };

export function peopleRoutes({ people }: { people: PeopleService }): Route<PanelCaller>[] {
  return [
    inAccount(
      list({
        path: '/people',
        access: 'people',
        summary: 'List members',
        description: 'Lists the members of the account, followed by open invitations.',
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
        summary: 'Get a member',
        description: 'Returns one member and the API keys they created, which end when the member is removed.',
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
        summary: 'Invite a person',
        description:
          'Invites a person to the account by mail. The link is valid for 7 days and works once. A new invitation replaces the previous one.',
        status: 201,
        message: 'Invitation sent.',
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
        summary: 'Update a member',
        description:
          'Updates the role and the permissions of a member, with immediate effect. `role: owner` for a member is an offer that the member must accept.',
        status: 200,
        message: 'Member updated.',
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
        summary: 'Remove a member or an invitation',
        description:
          'Removes a member (`id`) or an invitation (`invitation_id`). The API keys that the member created in this account end.',
        status: 200,
        message: 'Member or invitation removed.',
        id: { ...PERSON, optional: true },
        body: schemas.RemoveRequest,
        data: schemas.Removed,
        *handle({ caller, id, body: { invitation_id } }) {
          if (invitation_id !== undefined) return yield* people.withdraw(caller, invitation_id);
          if (id === 0) throw errors.id_or_invitation_missing();
          return yield* people.remove(caller, id);
        },
      }),
    ),
    inAccount(
      command({
        path: '/people/accept-ownership',
        access: 'any-credential',
        confirmed: true,
        summary: 'Accept ownership',
        description: 'Accepts the offer to become an owner of the account.',
        status: 200,
        message: 'You are now an owner of this account.',
        data: schemas.PersonOfAccount,
        *handle({ caller }) {
          return viewEntry(yield* people.acceptOwnership(caller));
        },
      }),
    ),
  ];
}

import type { Database } from '@hostler/database';
import type { StaffCaller } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
import { Id, Nullable, OwnId, Resource } from '#kernel/schema.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';
import type { DeskOperatorService } from './operator-service.ts';

const id = { description: 'Identifier of the ticket.' };

const StaffName = Resource('StaffName', 'A staff member.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the person.', examples: ['Jo Doe'] }),
});

const Assignees = Resource('TicketAssignees', 'Staff members to whom a ticket can be assigned.', {
  assignees: Type.Array(StaffName, { description: 'Active staff members, sorted by name.' }),
});

const Writing = Resource('TicketWriting', 'Other staff members at work on a ticket.', {
  writing: Type.Array(StaffName, { description: 'Staff members who are writing now, without the caller. At most 5.' }),
  last_message_id: Nullable(Id('Newest message of the ticket.')),
});

/** Routes that only the console needs. Signs of writing last for seconds, so they are not audited. */
export function deskRoutes({ db, desk }: { db: Database; desk: DeskOperatorService }): Route<StaffCaller>[] {
  return [
    custom({
      method: 'GET',
      path: '/tickets/assignees',
      access: EVERY_ROLE,
      summary: 'List assignees',
      description: 'Lists the staff members to whom a ticket can be assigned.',
      data: Assignees,
      handle: (_, { inTurn }) => inTurn(async () => db.read(desk.listAssignees())),
    }),
    custom({
      method: 'GET',
      path: '/tickets/writing',
      operation: 'show',
      access: EVERY_ROLE,
      summary: 'Show who is writing',
      description: 'Returns the other staff members who are writing in a ticket, and its newest message.',
      id,
      data: Writing,
      errors: ['NOT_FOUND'],
      handle: ({ id, caller }, { inTurn }) =>
        inTurn(async () => db.read(desk.watch({ id, staff_id: caller.person?.id ?? null }))),
    }),
    custom({
      method: 'POST',
      path: '/tickets/writing',
      operation: 'mark',
      access: EVERY_ROLE,
      summary: 'Tell that you are writing',
      description:
        'Tells other staff members for 15 seconds that you are writing in a ticket. A reply or a note ends it. Returns who else is writing.',
      id,
      data: Writing,
      errors: ['NOT_FOUND'],
      changesNothing: true,
      handle: ({ id, caller }, { inTurn }) =>
        inTurn(() => db.write(() => desk.markWriting({ id, staff_id: caller.person?.id ?? null }))),
    }),
  ];
}

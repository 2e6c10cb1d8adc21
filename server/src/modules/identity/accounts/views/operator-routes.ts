import type { Database } from '@hostler/database';
import { fieldErrors, validationError } from '#kernel/errors.ts';
import type { StaffCaller } from '#kernel/http/caller.ts';
import { command, custom, type Route } from '#kernel/http/route.ts';
import { DateTime, Id, Line, OwnId, Resource } from '#kernel/schema.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { parseTime } from '#kernel/time.ts';
import { Type } from '#kernel/type.ts';
import type { AccountViewService } from './operator-service.ts';

const AccountView = Resource('AccountView', 'Read-only access to one account, as its customer sees it.', {
  id: OwnId,
  account_id: Id('Account that is viewed.'),
  account_name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  viewer: Type.String({ description: 'Name that the customer sees in the audit log.', examples: ['Jo Doe'] }),
  reason: Type.String({ description: 'Reason that the customer sees in the audit log.', examples: ['Ticket 1042'] }),
  access_token: Type.String({
    description: 'Bearer token for GET requests to the public API and the panel API.',
    examples: ['svc_vt_…'],
  }),
  expires_in: Type.Integer({ description: 'Seconds until the view ends.', examples: [1800] }),
  expires_at: DateTime('Time when the view ends.'),
});

const BeginRequest = Type.Object({
  reason: Line({
    minLength: 3,
    maxLength: 200,
    description: 'Why you look at the account. The customer sees it in the audit log.',
    examples: ['Ticket 1042: the invoice is not shown'],
  }),
  disclose_at: Type.Optional(
    Line({
      maxLength: 100,
      description:
        'Date-time from which the customer sees the view in the audit log, for a legal order. At most 365 days from now. Only for owners.',
      examples: ['2027-01-31T12:00:00Z'],
    }),
  ),
  delay_reason: Type.Optional(
    Line({ minLength: 3, maxLength: 500, description: 'Why the disclosure is delayed. Staff only; it is kept.' }),
  ),
});

const Ended = Resource('EndedAccountView', 'A view that has ended.', { id: OwnId });
const VIEW_ID = { description: 'Identifier of the view.' };

export function accountViewRoutes(db: Database, views: AccountViewService): readonly Route<StaffCaller>[] {
  return [
    command({
      path: '/accounts/view',
      status: 201,
      message: 'The view has begun.',
      access: EVERY_ROLE,
      summary: 'View an account as its customer',
      description:
        'Returns a token that reads the account as its customer sees it, for 30 minutes. It cannot write, and has at most the rights of your role. The customer sees your name, the time and the reason in the audit log.',
      id: { description: 'Identifier of the account.' },
      body: BeginRequest,
      data: AccountView,
      secret: true,
      record: 'accounts',
      errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
      handle: ({ caller, id, body: { reason, disclose_at, delay_reason } }) =>
        views.begin(caller, { account_id: id, reason, disclose_at: readTime(disclose_at), delay_reason }),
    }),
    custom({
      method: 'POST',
      path: '/accounts/view/token',
      changesNothing: true,
      access: EVERY_ROLE,
      summary: 'Get the token of an open view',
      description: 'Returns the token of one of your open views again, for example after the page was loaded again.',
      id: VIEW_ID,
      data: AccountView,
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ caller, id }, { inTurn }) => inTurn(() => db.read(views.findToken(caller, id))),
    }),
    command({
      path: '/accounts/view/end',
      status: 200,
      message: 'The view has ended.',
      access: EVERY_ROLE,
      summary: 'End a view',
      description: 'Ends one of your views. Its token is refused within a second.',
      id: VIEW_ID,
      data: Ended,
      record: 'accounts',
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ caller, id }) => views.end(caller, id),
    }),
  ];
}

function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text);
  if (time !== undefined) return time;
  throw validationError([fieldErrors.not_date_time('disclose_at')]);
}

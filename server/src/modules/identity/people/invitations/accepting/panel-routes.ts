import type { Database } from '@hostler/database';
import type { Authenticator, PanelCaller } from '#kernel/http/caller.ts';
import { type CustomContext, custom, type Route } from '#kernel/http/route.ts';
import { type Entrance, SignedIn } from '../../../sign-in/index.ts';
import { AcceptRequest, Invitation, ShowRequest } from './schemas.ts';
import type { InvitationService } from './service.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 16 * 1024;

interface Dependencies {
  db: Database;
  authenticator: Authenticator<PanelCaller>;
  entrance: Entrance;
  invitations: InvitationService;
}

export function invitationRoutes({ db, authenticator, entrance, invitations }: Dependencies): Route<PanelCaller>[] {
  /** Returns the signed-in caller, if there is one. An invitation can be accepted with or without a session. */
  const findCaller = async ({ headers, address }: CustomContext<PanelCaller>): Promise<PanelCaller | undefined> => {
    const source = { headers, ip: address };
    if (!authenticator.isTried(source)) return undefined;
    try {
      return await authenticator.authenticate(source);
    } catch {
      return undefined;
    }
  };

  return [
    custom({
      method: 'POST',
      path: '/invitations/show',
      access: 'public',
      changesNothing: true,
      summary: 'Get an invitation',
      description: 'Returns an invitation by its token.',
      body: ShowRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Invitation,
      errors: ['NOT_FOUND'],
      async handle({ body }, { inTurn }) {
        return inTurn(() => db.read(invitations.show(body.token)));
      },
    }),
    custom({
      method: 'POST',
      path: '/invitations/accept',
      access: 'public',
      summary: 'Accept an invitation',
      description:
        'Accepts an invitation. A new person sends a name and a password and is signed in. A person with a login must sign in first.',
      status: 201,
      body: AcceptRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: SignedIn,
      errors: ['UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'QUOTA_EXCEEDED'],
      async handle({ body }, context) {
        const { inTurn } = context;
        const caller = await findCaller(context);
        if (caller) {
          const person = await inTurn(() => db.write(() => invitations.acceptAs(caller, body.token)));
          return inTurn(() => db.read(entrance.viewSignedIn(person)));
        }
        const begun = await invitations.acceptAsNew(body, entrance.placeOf(context), inTurn);
        entrance.give(context, begun);
        return inTurn(() => db.read(entrance.viewSignedIn(begun.person)));
      },
    }),
  ];
}

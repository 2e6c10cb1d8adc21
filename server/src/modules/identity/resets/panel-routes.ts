import type { Database } from '../../../kernel/db/database.ts';
import type { PanelCaller } from '../../../kernel/http/caller.ts';
import { custom, type Route } from '../../../kernel/http/route.ts';
import { type Entrance, Nothing } from '../sessions/index.ts';
import { ForgotRequest, ResetRequest } from './schemas.ts';
import type { ResetService } from './service.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 16 * 1024;

interface Dependencies {
  db: Database;
  entrance: Entrance;
  resets: ResetService;
}

export function resetRoutes({ db, entrance, resets }: Dependencies): Route<PanelCaller>[] {
  return [
    custom({
      method: 'POST',
      path: '/security/password/forgot',
      access: 'public',
      changesNothing: true,
      summary: 'Ask for a new password',
      description: 'Always answers the same. Who has that address gets a mail with a link, good for an hour and once.',
      body: ForgotRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Nothing,
      async handle({ body }, { address, inTurn }) {
        await inTurn(() => db.write(() => resets.ask(body.email, address)));
        return {};
      },
    }),
    custom({
      method: 'POST',
      path: '/security/password/reset',
      access: 'public',
      summary: 'Choose a new password',
      description: 'Ends all sessions of the person. A second factor stays as it is.',
      body: ResetRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Nothing,
      errors: ['NOT_FOUND'],
      async handle({ body }, context) {
        await resets.reset(body, entrance.placeOf(context), context.inTurn);
        entrance.clear(context);
        return {};
      },
    }),
  ];
}

import type { Database } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
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
      summary: 'Request a password reset',
      description:
        'Sends a mail with a link to reset the password. The response is always the same. The link is valid for 1 hour and works once.',
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
      summary: 'Reset a password',
      description:
        'Sets a new password with the link of the mail. All sessions of the person end. Second factors do not change.',
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

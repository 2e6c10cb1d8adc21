import type { Database } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
import { type Entrance, Nothing, SignedIn } from '#modules/identity/sign-in/index.ts';
import type { SetupLinkService } from './link-service.ts';
import { FirstOwnerRequest, ShowLinkRequest } from './schemas.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 16 * 1024;

interface Dependencies {
  db: Database;
  entrance: Entrance;
  link: SetupLinkService;
}

export function setupRoutes({ db, entrance, link }: Dependencies): Route<PanelCaller>[] {
  return [
    custom({
      method: 'POST',
      path: '/setup/show',
      access: 'public',
      changesNothing: true,
      summary: 'Check the setup link',
      description: 'Checks that the one-time address of the first owner can be used. Returns 404 if it cannot.',
      body: ShowLinkRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Nothing,
      errors: ['NOT_FOUND'],
      async handle({ body }, { inTurn }) {
        await inTurn(() => db.read(link.find(body.token)));
        return {};
      },
    }),
    custom({
      method: 'POST',
      path: '/setup/owner',
      access: 'public',
      summary: 'Create the first owner',
      description:
        'Creates the first owner with the one-time address that `hostler setup link` prints, and signs them in. The address is valid for 24 hours and works once, as long as there is no owner.',
      status: 201,
      body: FirstOwnerRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: SignedIn,
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ body }, context) {
        const begun = await link.createOwner(body, entrance.placeOf(context), context.inTurn);
        entrance.give(context, begun);
        return context.inTurn(() => db.read(entrance.viewSignedIn(begun.person)));
      },
    }),
  ];
}

import { agreePriceRoute } from './agree-price/routes.ts';
import { cancellationRoutes } from './cancellations/routes.ts';
import { confirmEmailRoutes } from './confirm-email/routes.ts';
import { invitationRoutes } from './invitation/routes.ts';
import { resetRoutes } from './reset/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { signUpRoutes } from './sign-up/routes.ts';

/** Pages that require no session: sign-in, sign-up and the targets of links in e-mails. */
export const publicRoutes = [
  ...signInRoutes,
  ...signUpRoutes,
  ...cancellationRoutes,
  agreePriceRoute,
  ...invitationRoutes,
  ...setupRoutes,
  ...resetRoutes,
  ...confirmEmailRoutes,
] as const;

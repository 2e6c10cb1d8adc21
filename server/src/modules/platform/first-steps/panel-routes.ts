import type { PanelCaller } from '#kernel/http/caller.ts';
import { PageEnvironment } from '#kernel/http/page-environment.ts';
import { inAccount, type Route, show } from '#kernel/http/route.ts';
import { countKeys } from '../../identity/credentials/index.ts';
import { countWebhooks } from '../webhooks/index.ts';
import { FirstSteps } from './schemas.ts';

export function firstStepRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/first-steps',
        access: 'any-credential',
        summary: 'Get the first steps',
        description: 'Returns numbers that show which first steps of a new account are done.',
        query: PageEnvironment,
        data: FirstSteps,
        *handle({ caller, query: { environment = 'live' } }) {
          const { scopes } = caller.credential;
          const owner = { accountId: caller.account.id, environment };
          return {
            keys: scopes.has('keys') ? yield* countKeys(caller) : null,
            webhooks: scopes.has('webhooks.write') ? yield* countWebhooks(owner) : null,
          };
        },
      }),
    ),
  ];
}

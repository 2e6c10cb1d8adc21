import type { Database } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { command, custom, inAccount, type Route, show } from '#kernel/http/route.ts';
import type { Clock } from '#kernel/time.ts';
import { Type } from '#kernel/type.ts';
import { AgreeByLink, Agreed, PriceChange } from './schemas.ts';
import type { RepricingService } from './service.ts';

/** The caller is not authenticated when this body is read. */
const MAX_BODY_BYTES = 4 * 1024;

interface Dependencies {
  db: Database;
  clock: Clock;
  repricing: RepricingService;
}

export function repricingPanelRoutes({ db, clock, repricing }: Dependencies): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/billing/price-changes',
        access: 'billing.read',
        operation: 'list',
        summary: 'List announced price changes',
        description: 'Lists up to 100 announced price changes of the account that have not taken effect yet.',
        data: Type.Array(PriceChange, { description: 'Announced price changes.' }),
        *handle({ caller }) {
          return yield* repricing.list(caller.account.id);
        },
      }),
    ),
    inAccount(
      command({
        path: '/billing/price-changes/agree',
        access: 'billing.write',
        id: { description: 'Identifier of the price change.' },
        summary: 'Agree to a new price',
        description:
          'Accepts the new price of one subscription. The price applies from the first period that is not billed yet.',
        status: 200,
        message: 'You have agreed to the new price.',
        data: PriceChange,
        errors: ['CONFLICT'],
        *handle({ caller, id, now }) {
          return yield* repricing.agree(caller.account.id, id, `person ${caller.person.id}`, now);
        },
      }),
    ),
    custom({
      method: 'POST',
      path: '/price-changes/agree',
      access: 'public',
      summary: 'Agree to new prices through a link',
      description: 'Accepts the new prices of all subscriptions in the mail. The link works once.',
      body: AgreeByLink,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Agreed,
      errors: ['NOT_FOUND'],
      async handle({ body }, { inTurn }) {
        return inTurn(() => db.write(() => repricing.agreeByLink(body.token, clock.now())));
      },
    }),
  ];
}

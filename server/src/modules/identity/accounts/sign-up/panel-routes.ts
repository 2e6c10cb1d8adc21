import type { Database, Query } from '@hostler/database';
import { listCountries } from '#kernel/countries.ts';
import { randomBase62 } from '#kernel/crypto.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import type { Cookie } from '#kernel/http/cookie.ts';
import { type CustomContext, custom, type Route } from '#kernel/http/route.ts';
import { DAY } from '#kernel/time.ts';
import { type Entrance, Nothing } from '../../sign-in/index.ts';
import { Confirmed, ConfirmRequest, SignUpRequest, SignUpSettings } from './schemas.ts';
import { type Browser, type FindGaps, readMode, type SignUpRules, type SignUpService } from './service.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 16 * 1024;
const SECRET = /^[0-9A-Za-z]{43}$/;

export interface Shop {
  readonly links: Readonly<Record<'imprint' | 'terms' | 'privacy' | 'abuse', string | undefined>>;
  /** Currencies in which plans are on sale. */
  listCurrencies(): Query<string[]>;
}

interface Dependencies {
  db: Database;
  entrance: Entrance;
  cookie: Cookie;
  rules: SignUpRules;
  findGaps: FindGaps;
  shop: Shop;
  signUps: SignUpService;
}

export function signUpRoutes({
  db,
  entrance,
  cookie,
  rules,
  findGaps,
  shop,
  signUps,
}: Dependencies): Route<PanelCaller>[] {
  const readBrowser = ({ headers }: CustomContext<PanelCaller>): Browser | undefined => {
    const secret = cookie.read(headers);
    return secret !== undefined && SECRET.test(secret) ? { secret } : undefined;
  };

  return [
    custom({
      method: 'GET',
      path: '/sign-up/settings',
      access: 'public',
      summary: 'Get the sign-up settings',
      description: 'Returns the settings of the sign-up form.',
      data: SignUpSettings,
      async handle(_call, { inTurn }) {
        const { imprint = null, terms = null, privacy = null, abuse = null } = shop.links;
        return {
          signup: await inTurn(() => db.read(readMode(rules, findGaps))),
          terms_version: rules.termsVersion ?? null,
          currencies: await inTurn(() => db.read(shop.listCurrencies())),
          countries: listCountries(),
          links: { imprint, terms, privacy, abuse },
        };
      },
    }),
    custom({
      method: 'POST',
      path: '/sign-up',
      operation: 'begin',
      access: 'public',
      changesNothing: true,
      summary: 'Sign up',
      description:
        'Starts a sign-up. The response is always the same. A new address gets a mail with a link that is valid for 24 hours and works once; a known address gets a mail that says that it already has an account. The number of sign-ups per IP address and in total is limited.',
      body: SignUpRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Nothing,
      errors: ['FORBIDDEN'],
      async handle({ body }, context) {
        const browser = readBrowser(context) ?? { secret: randomBase62(43) };
        await signUps.signUp(body, context.address, browser, context.inTurn);
        context.setHeader('set-cookie', cookie.set(browser.secret, DAY));
        return {};
      },
    }),
    custom({
      method: 'POST',
      path: '/sign-up/confirm',
      access: 'public',
      summary: 'Confirm a sign-up',
      description:
        'Creates the person and the account and signs the person in. In another browser than that of the sign-up, `password` is required.',
      status: 201,
      body: ConfirmRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Confirmed,
      errors: ['FORBIDDEN', 'NOT_FOUND'],
      async handle({ body }, context) {
        const { inTurn } = context;
        const place = entrance.placeOf(context);
        const { begun, waiting, plan } = await signUps.confirm(body, place, readBrowser(context), inTurn);
        entrance.give(context, begun);
        return { ...(await inTurn(() => db.read(entrance.viewSignedIn(begun.person)))), waiting, plan };
      },
    }),
  ];
}

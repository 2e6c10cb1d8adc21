import { accountsModule } from '../modules/identity/accounts/index.ts';
import { authModule } from '../modules/identity/auth/index.ts';
import type { Ground } from './ground.ts';

export function composeIdentity({ db, clock, log, limits, config }: Ground) {
  const auth = authModule({ db, clock, log, limits, environments: config.environments });
  const accounts = accountsModule({ db, clock, limits });
  return {
    modules: [accounts, auth],
    authenticator: auth.authenticator,
    operator: { ...accounts.operator, ...auth.operator },
  };
}

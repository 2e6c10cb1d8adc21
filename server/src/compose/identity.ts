import type { Config } from '../config.ts';
import { accountsModule } from '../modules/identity/accounts/index.ts';
import { auditModule } from '../modules/identity/audit/index.ts';
import { authModule } from '../modules/identity/auth/index.ts';
import { peopleModule } from '../modules/identity/people/index.ts';
import { sessionsModule } from '../modules/identity/sessions/index.ts';
import type { Ground } from './ground.ts';

export function composeIdentity({ db, clock, log, vault, limits, config }: Ground) {
  const { environments } = config;
  const panelUrl = config.publicUrl ?? guessUrl(config);
  const people = peopleModule({ db, clock, panelUrl });
  const accounts = accountsModule({ db, clock, limits, people: people.operator.people });
  const sessions = sessionsModule({
    db,
    clock,
    log,
    vault,
    environments,
    secondFactors: { list: findNone },
    secure: panelUrl.startsWith('https:'),
  });
  const auth = authModule({ db, clock, log, limits, environments, panelTokens: sessions.tokens });
  const audit = auditModule({ db });
  return {
    modules: [accounts, people, sessions, auth, audit],
    authenticator: auth.authenticator,
    panelAuthenticator: sessions.authenticator,
    operator: { ...accounts.operator, ...people.operator, ...auth.operator, ...audit.operator },
  };
}

/** For a machine of one's own. */
function guessUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

// biome-ignore lint/correctness/useYield: there are none to look for yet
function* findNone() {
  return [];
}

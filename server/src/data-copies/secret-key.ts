import { sql } from '@hostler/database';
import type { CheckedEngine } from '#health/health.ts';
import { type Command, command, text } from '#kernel/command.ts';
import { conflict } from '#kernel/errors.ts';
import { formatTime } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import type { Config } from '#settings/config.ts';

type Installation = Pick<Hostler, 'db' | 'config' | 'vault' | 'clock'>;

/** Setting with what staff have confirmed. */
const KEPT = 'secret_key_kept';

interface Confirmed {
  /** Name of the key: another key needs another confirmation. */
  readonly key: string;
  readonly place: string;
  readonly confirmed_at: string;
}

const CONFIRM = sql<{ value: string }>(
  `insert into settings (name, value) values ('${KEPT}', :value)
   on conflict (name) do update set value = excluded.value`,
);
const CONFIRMED = sql<object, { value: string }>(`select value from settings where name = '${KEPT}'`);

/** Returns where the secret key of this installation is. */
export function describeKeyPlace({ source, dataDir }: Pick<Config, 'source' | 'dataDir'>): string {
  return source.isGiven('HOSTLER_SECRET_KEY') ? 'HOSTLER_SECRET_KEY' : `${dataDir}/secret.key`;
}

export function confirmSecretKeyCommand({ db, config, vault, clock }: Installation): Command {
  return command({
    name: 'secret-key confirm',
    route: { local: 'It is about the key of this machine, which no API shows.' },
    summary: 'Record that the secret key is also kept apart from the data. doctor warns until then.',
    options: { place: text('Where the other copy is, for example "safe in the office". Not the key itself.') },
    async run({ place }) {
      if (place.includes(config.secretKey)) {
        throw conflict('--place must say where the key is kept. It must not contain the key.');
      }
      const confirmed: Confirmed = { key: vault.keyName, place, confirmed_at: formatTime(clock.now()) };
      await db.write(() => CONFIRM.run({ value: JSON.stringify(confirmed) }));
      return { place, confirmed_at: confirmed.confirmed_at };
    },
  });
}

/** Reports to `doctor` whether the key outlives this machine. Without it, no copy of the data can be read. */
export function checkSecretKeyCopy({ db, config, vault }: Pick<Hostler, 'db' | 'config' | 'vault'>): CheckedEngine {
  return {
    name: 'secret key',
    async check() {
      const noted = await db.read(CONFIRMED.one({}));
      const confirmed = noted && (JSON.parse(noted.value) as Confirmed);
      if (confirmed?.key === vault.keyName) {
        const detail = `Also kept at: ${confirmed.place}. Confirmed on ${confirmed.confirmed_at}`;
        return { reachable: true, version: null, detail, advice: null };
      }
      return {
        reachable: true,
        version: null,
        detail: 'Nobody has confirmed that it is kept apart from the data. Without it, no copy of the data can be read',
        advice: `Store ${describeKeyPlace(config)} on another machine, apart from the copies of the data, then run: hostler secret-key confirm --place "…"`,
      };
    },
  };
}

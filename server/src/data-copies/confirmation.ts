import type { Query } from '@hostler/database';
import { type Command, command, text } from '#kernel/command.ts';
import { conflict } from '#kernel/errors.ts';
import { storedValue } from '#kernel/stored-value.ts';
import { formatTime } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';

type Installation = Pick<Hostler, 'db' | 'config' | 'vault' | 'clock'>;

export interface Confirmed {
  /** Name of the secret key at that time. */
  readonly key: string;
  readonly place: string;
  readonly confirmed_at: string;
}

interface Declaration {
  /** Name of the command. */
  readonly name: string;
  readonly summary: string;
  readonly place: string;
  /** Name of the setting that stores the confirmation. */
  readonly setting: string;
}

/** Declares a command with which staff confirm something that no program can check. */
export function confirmCommand({ db, config, vault, clock }: Installation, declared: Declaration): Command {
  return command({
    name: declared.name,
    route: { local: 'It is about this machine.' },
    summary: declared.summary,
    options: { place: text(declared.place) },
    async run({ place }) {
      if (place.includes(config.secretKey)) {
        throw conflict('--place must say where it is kept. It must not contain the key.');
      }
      const confirmed: Confirmed = { key: vault.keyName, place, confirmed_at: formatTime(clock.now()) };
      await db.write(() => storedValue(declared.setting).save(confirmed));
      return { place, confirmed_at: confirmed.confirmed_at };
    },
  });
}

export function findConfirmation(setting: string): Query<Confirmed | undefined> {
  return storedValue<Confirmed>(setting).read();
}

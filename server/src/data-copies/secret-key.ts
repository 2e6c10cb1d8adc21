import type { CheckedEngine } from '#health/health.ts';
import type { Command } from '#kernel/command.ts';
import type { Hostler } from '#program/hostler.ts';
import type { Config } from '#settings/config.ts';
import { confirmCommand, findConfirmation } from './confirmation.ts';

/** Setting in the database. Every copy contains it, so that a restore can say where the key is. */
export const KEY_KEPT = 'secret_key_kept';

/** Returns where the secret key of this installation is. */
export function describeKeyPlace({ source, dataDir }: Pick<Config, 'source' | 'dataDir'>): string {
  return source.isGiven('HOSTLER_SECRET_KEY') ? 'HOSTLER_SECRET_KEY' : `${dataDir}/secret.key`;
}

export function confirmSecretKeyCommand(installation: Pick<Hostler, 'db' | 'config' | 'vault' | 'clock'>): Command {
  return confirmCommand(installation, {
    name: 'secret-key confirm',
    summary: 'Record that the secret key is also kept apart from the data. doctor warns until then.',
    place: 'Where the other copy is, for example "safe in the office". Not the key itself.',
    setting: KEY_KEPT,
  });
}

/** Reports to `doctor` whether the key outlives this machine. Without it, no copy of the data can be read. */
export function checkSecretKeyCopy({ db, config, vault }: Pick<Hostler, 'db' | 'config' | 'vault'>): CheckedEngine {
  return {
    name: 'secret key',
    async check() {
      const found = { reachable: true, version: null };
      const confirmed = await db.read(findConfirmation(KEY_KEPT));
      // Another key needs another confirmation.
      if (confirmed?.key === vault.keyName) {
        const detail = `Also kept at: ${confirmed.place}. Confirmed on ${confirmed.confirmed_at}`;
        return { ...found, detail, advice: null };
      }
      return {
        ...found,
        detail: 'Nobody has confirmed that it is kept apart from the data. Without it, no copy of the data can be read',
        advice: `Store ${describeKeyPlace(config)} on another machine, apart from the copies of the data, then run: hostler secret-key confirm --place "…"`,
      };
    },
  };
}

import type { Database } from '@hostler/database';
import type { Brand } from '#kernel/brand.ts';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import type { Logger } from '#kernel/log.ts';
import { SECOND } from '#kernel/time.ts';
import type { Config } from '#settings/config.ts';
import type { ChangeableSettings, StoredValues } from '#settings/source.ts';
import { type BrandImageRow, listImages } from './brand-images/store.ts';
import { SETTINGS } from './catalogue.ts';
import { listStored, readRevision, SETTINGS_SIGNAL, type StoredRow } from './store.ts';

/** Poll interval. Processes that share a SQLite file cannot signal each other. */
const LOOK_EVERY_MS = SECOND;

/** Throws `ConfigError` if settings do not fit what was loaded at the start, such as the tax rates. */
export type CheckSettings = (settings: ChangeableSettings) => void;

interface Dependencies {
  db: Database;
  log: Logger;
  config: Config;
  check: CheckSettings;
}

/** The current settings of a process: those of its start, and the values stored in the database. */
export class LiveSettings implements BackgroundService {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #given: Config;
  readonly #check: CheckSettings;
  readonly #follow = new Set<() => void>();
  /** The given settings, with `mailFrom`, `commerce` and `brand` as they are now. */
  readonly config: Config;
  /** Stored values that are not used, with the reason. */
  ignored: readonly { readonly name: string; readonly reason: string }[] = [];
  #current: ChangeableSettings;
  #revision = 0;
  /** A process starts it for requests and for jobs. */
  #users = 0;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;
  #reading: Promise<void> | undefined;

  constructor({ db, log, config, check }: Dependencies) {
    this.#db = db;
    this.#log = log;
    this.#given = config;
    this.#check = check;
    this.#current = config;
    const current = () => this.#current;
    this.config = {
      ...config,
      get mailFrom() {
        return current().mailFrom;
      },
      get commerce() {
        return current().commerce;
      },
      get brand() {
        return current().brand;
      },
    };
  }

  /** Number of the change that is in use. */
  get revision(): number {
    return this.#revision;
  }

  /** Calls a function after each change. */
  onChange(listener: () => void): void {
    this.#follow.add(listener);
  }

  start(): void {
    this.#users++;
    if (this.#users > 1) return;
    const look = () => void this.refresh().catch(() => {});
    this.#unsubscribe = this.#db.onSignal(SETTINGS_SIGNAL, look);
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    this.#users--;
    if (this.#users > 0) return;
    clearInterval(this.#timer);
    this.#unsubscribe?.();
    await this.#reading?.catch(() => {});
  }

  /** Uses the values that are stored now. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const known = this.#revision;
    const found = await this.#db.read(
      (function* () {
        const revision = yield* readRevision();
        return revision === known ? undefined : { revision, rows: yield* listStored(), images: yield* listImages() };
      })(),
    );
    if (!found) return;
    this.#apply(found.rows, found.images);
    this.#revision = found.revision;
    for (const listener of this.#follow) listener();
  }

  #apply(rows: readonly StoredRow[], images: readonly BrandImageRow[]): void {
    const { stored, ignored } = this.#pickValid(toValues(rows));
    this.ignored = ignored;
    for (const { name, reason } of ignored)
      this.#log.warn({ setting: name, reason }, 'stored setting ignored: invalid');
    const settings = stored.size === 0 ? this.#given : this.#given.source.read(stored);
    this.#current = { ...settings, brand: { ...settings.brand, images: byKind(images) } };
  }

  /** The environment may have changed since a value was stored, so that both do not fit together. */
  #pickValid(all: StoredValues) {
    const stored = new Map<string, string>();
    const ignored: { name: string; reason: string }[] = [];
    if (this.#findProblem(all) === undefined) return { stored: all, ignored };
    for (const [variable, value] of all) {
      const reason = this.#findProblem(new Map([...stored, [variable, value]]));
      if (reason === undefined) stored.set(variable, value);
      else ignored.push({ name: nameOf(variable), reason });
    }
    return { stored, ignored };
  }

  #findProblem(stored: StoredValues): string | undefined {
    return this.#given.source.findProblem(stored, this.#check);
  }
}

function byKind(images: readonly BrandImageRow[]): Brand['images'] {
  return Object.fromEntries(
    images.map(({ kind, hash, width, height, content }) => [kind, { hash, width, height, content }]),
  );
}

/** Returns the values that are set, by environment variable. */
export function toValues(rows: readonly Pick<StoredRow, 'name' | 'value'>[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, variable } of SETTINGS) {
    const value = rows.find((row) => row.name === name)?.value;
    if (value != null) values.set(variable, value);
  }
  return values;
}

export function nameOf(variable: string): string {
  return variable.replace(/^HOSTLER_/, '').toLowerCase();
}

import { readMailAddress, readMailbox } from '#kernel/mail/address.ts';
import type { Mailbox } from '#kernel/mail/driver.ts';
import { type BrandSettings, readBrand } from './brand.ts';
import { type CommerceSettings, readCommerce } from './commerce.ts';
import { DEMO_SHOP } from './demo.ts';
import { ConfigError, Settings } from './readers.ts';

/** Settings that owners may change while the program runs. */
export interface ChangeableSettings {
  readonly mailFrom: Mailbox;
  readonly commerce: CommerceSettings;
  readonly brand: BrandSettings;
}

/** Stored values by the name of their environment variable. */
export type StoredValues = ReadonlyMap<string, string>;

interface Surroundings {
  readonly demo: boolean;
  readonly publicUrl: string | undefined;
}

/** Combines the environment with stored values. The environment takes precedence. */
export class SettingsSource {
  readonly #env: NodeJS.ProcessEnv;
  readonly #demo: boolean;
  readonly #publicUrl: string | undefined;
  /** Content of the file at the start: a later change of the file requires a restart. */
  readonly #ownRates: string | undefined;

  constructor(env: NodeJS.ProcessEnv, { demo, publicUrl }: Surroundings) {
    this.#env = env;
    this.#demo = demo;
    this.#publicUrl = publicUrl;
    this.#ownRates = new Settings(env).file('HOSTLER_TAX_RATES');
  }

  /** Returns whether the environment sets a variable. */
  isGiven(variable: string): boolean {
    return Boolean(this.#env[variable]?.trim());
  }

  /** Returns the text of a setting; undefined if neither the environment nor a stored value sets it. */
  textOf(variable: string, stored: StoredValues): string | undefined {
    return this.#combine(stored)[variable]?.trim() || undefined;
  }

  /** Throws `ConfigError` if a value is invalid. */
  read(stored: StoredValues): ChangeableSettings {
    const settings = new Settings(this.#combine(stored));
    const brand = readBrand(settings);
    const commerce = readCommerce(settings, { demo: this.#demo, ownRates: this.#ownRates });
    return { mailFrom: readMailFrom(settings.text('HOSTLER_MAIL_FROM'), this.#publicUrl, brand), commerce, brand };
  }

  /**
   * Returns a sentence about the first invalid value, also of one that has no effect yet; undefined if there is none.
   * `check` may throw `ConfigError` too.
   */
  findProblem(stored: StoredValues, check: (settings: ChangeableSettings) => void): string | undefined {
    try {
      const hasSeller = this.textOf('HOSTLER_SELLER_NAME', stored) !== undefined;
      if (!hasSeller) this.read(new Map([...stored, ['HOSTLER_SELLER_NAME', 'Example']]));
      check(this.read(stored));
      return undefined;
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
  }

  #combine(stored: StoredValues): NodeJS.ProcessEnv {
    const given = Object.entries(this.#env).filter(([name]) => this.isGiven(name));
    const combined: NodeJS.ProcessEnv = { ...Object.fromEntries(stored), ...Object.fromEntries(given) };
    // If a seller is named, none of its demo values are used.
    return this.#demo && !combined.HOSTLER_SELLER_NAME ? { ...DEMO_SHOP, ...combined } : combined;
  }
}

/** Defaults to an address at the public host. */
function readMailFrom(text: string | undefined, publicUrl: string | undefined, brand: BrandSettings): Mailbox {
  if (text === undefined) {
    const address = readMailAddress(`no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}`);
    return { name: brand.productName, address: address ?? 'no-reply@localhost' };
  }
  const mailbox = readMailbox(text);
  if (mailbox) return mailbox;
  throw new ConfigError(
    `HOSTLER_MAIL_FROM is ${JSON.stringify(text)}; it must be like Example Hosting <no-reply@example.com>.`,
  );
}

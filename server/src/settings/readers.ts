import { readFileSync } from 'node:fs';

/** An invalid setting; the message is a sentence with advice. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads environment variables one by one, and refuses invalid ones. Blank counts as absent. */
export class Settings {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  /** Reads a comma-separated list. */
  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name) ?? fallback;
    const chosen = choices.find((known) => known === value);
    if (chosen) return chosen;
    throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be one of: ${choices.join(', ')}.`);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name) ?? String(fallback);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be a whole number from ${min} to ${max}.`);
  }

  url(name: string, schemes: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined || schemes.some((scheme) => value.startsWith(`${scheme}://`) && URL.canParse(value)))
      return value;
    // The value may contain a password and must not be repeated.
    throw new ConfigError(`${name} must be a URL that begins with ${schemes.map((s) => `${s}://`).join(' or ')}.`);
  }

  /** Reads `host:port`, with an IPv6 address in brackets. */
  address(name: string): { host: string; port: number } | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@]+)):(\d{1,5})$/i.exec(value) ?? [];
    const host = bracketed ?? plain;
    if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
    throw new ConfigError(
      `${name} is ${JSON.stringify(value)}; it must be a host and a port, like db.example.com:5432.`,
    );
  }

  /** Returns the content of the named file. */
  file(name: string): string | undefined {
    const path = this.text(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new ConfigError(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }

  /** Throws if a setting that another one requires is missing. */
  required<T>(name: string, value: T | undefined, why: string): T {
    if (value !== undefined) return value;
    throw new ConfigError(`${name} must be set when ${why}.`);
  }
}

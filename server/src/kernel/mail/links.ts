/**
 * Where links in mail lead: HOSTLER_PUBLIC_URL, or else where this server listens. Never what the header of a request says,
 * which anybody can write.
 */
export class Links {
  readonly #publicUrl: string | undefined;
  #listening: string;

  constructor({ publicUrl, host, port }: { publicUrl: string | undefined; host: string; port: number }) {
    this.#publicUrl = publicUrl?.replace(/\/+$/, '');
    this.#listening = toReachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  }

  /** Told when it is known: the port may have been left to the system. */
  listenAt(url: string): void {
    this.#listening = toReachable(url);
  }

  get base(): string {
    return this.#publicUrl ?? this.#listening;
  }

  /** The secret goes behind the #, which browsers tell nobody. */
  to(path: `/${string}`, secret?: string): string {
    return `${this.base}${path}${secret === undefined ? '' : `#${secret}`}`;
  }
}

/** Every address of a machine is no address to go to. */
function toReachable(url: string): string {
  return url.replace(/^http:\/\/(0\.0\.0\.0|\[::\]):/, 'http://127.0.0.1:');
}

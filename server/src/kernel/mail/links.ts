/**
 * Builds links for mail from HOSTLER_PUBLIC_URL, or from the address the server listens on. Never uses a request
 * header, which the sender of the request controls.
 */
export class Links {
  readonly #publicUrl: string | undefined;
  #listening: string;

  constructor({ publicUrl, host, port }: { publicUrl: string | undefined; host: string; port: number }) {
    this.#publicUrl = publicUrl?.replace(/(?<!\/)\/+$/, '');
    this.#listening = toReachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  }

  /** Sets the listening address once it is known: the system may have chosen the port. */
  listenAt(url: string): void {
    this.#listening = toReachable(url);
  }

  get base(): string {
    return this.#publicUrl ?? this.#listening;
  }

  /** Puts the secret after the #, which browsers do not send. */
  to(path: `/${string}`, secret?: string): string {
    return `${this.base}${path}${secret === undefined ? '' : `#${secret}`}`;
  }
}

/** Replaces a wildcard address with loopback, because a link cannot lead to a wildcard. */
function toReachable(url: string): string {
  return url.replace(/^http:\/\/(0\.0\.0\.0|\[::\]):/, 'http://127.0.0.1:');
}

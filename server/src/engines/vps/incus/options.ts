export interface IncusOptions {
  /** `unix:/path/to/unix.socket` or `https://host:8443`. */
  url: string;
  /** PEM texts. The server's certificate is pinned: exactly this one, whatever name it bears and whoever signed it. */
  clientCert?: string | undefined;
  clientKey?: string | undefined;
  serverCert?: string | undefined;
  /** Where all our machines live; made on first need. Default: hostler. */
  project?: string | undefined;
  /** The operator's profile that says which pool and network a machine gets. Default: default. */
  profile?: string | undefined;
  /** A simplestreams server for images that are not on the engine yet. */
  imageServer?: string | undefined;
  /** How long a machine may take to shut itself down before the plug is pulled. Default: 30. */
  graceSeconds?: number | undefined;
  /** How long a first boot may take to get an address before we go on without one. Default: 30. */
  addressSeconds?: number | undefined;
  /** How the engine packs an export; gzip where it has no program for it. Default: zstd. */
  compression?: 'zstd' | 'gzip' | 'none' | undefined;
}

export interface IncusOptions {
  /** `unix:/path/to/unix.socket` or `https://host:8443`. */
  url: string;
  /** PEM texts. The server's certificate is pinned: exactly this one, whatever its name and issuer. */
  clientCert?: string | undefined;
  clientKey?: string | undefined;
  serverCert?: string | undefined;
  /** Project of all our machines; created on first use. Default: hostler. */
  project?: string | undefined;
  /** Profile of the operator with the pool and the network of a machine. Default: default. */
  profile?: string | undefined;
  /** Simplestreams server for images that are not on the engine yet. */
  imageServer?: string | undefined;
  /** Time for a shutdown before the machine is powered off. Default: 30. */
  graceSeconds?: number | undefined;
  /** Time for a first boot to get an address. Default: 30. */
  addressSeconds?: number | undefined;
  /** Compression of an export; gzip if the engine lacks the program. Default: zstd. */
  compression?: 'zstd' | 'gzip' | 'none' | undefined;
}

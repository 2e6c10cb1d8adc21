import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import type { IncusOptions } from './options.ts';

const connectMs = 5_000;

/** The server presented another certificate than the configured one. */
export class WrongCertificateError extends Error {
  override readonly name = 'WrongCertificateError';
}

export interface Line {
  readonly origin: string;
  readonly agent: Agent;
  /** For connections that become websockets, which the engines do not support within HTTP/2. */
  readonly socketAgent: Agent;
}

/** Opens the connection to the engine: a socket on this host, or TLS with client and server certificates. */
export function openLine(options: IncusOptions): Line {
  const socketPath = /^unix:(\/.+)$/.exec(options.url)?.[1];
  if (socketPath !== undefined) {
    const agent = new Agent({ connect: { socketPath, timeout: connectMs } });
    return { origin: 'http://engine', agent, socketAgent: agent };
  }
  return {
    origin: new URL(options.url).origin,
    agent: new Agent({ connect: connectSecurely(options) }),
    socketAgent: new Agent({ connect: connectSecurely(options, { allowH2: false }) }),
  };
}

function connectSecurely(
  { clientCert, clientKey, serverCert }: IncusOptions,
  how: { allowH2?: boolean } = {},
): buildConnector.connector {
  const identity = clientCert && clientKey ? { cert: clientCert, key: clientKey } : {};
  // A resumed session would not present the certificate again.
  const shared = { ...identity, ...how, maxCachedSessions: 0 };
  if (!serverCert) return buildConnector({ ...shared, timeout: connectMs });
  const pinned = new X509Certificate(serverCert).fingerprint256;
  // Name, issuer and age do not matter: the fingerprint is the whole check, made before anything is sent.
  const connect = buildConnector({ ...shared, timeout: connectMs, rejectUnauthorized: false });
  return (target, callback) =>
    connect(target, (error, socket) => {
      if (error) return callback(error, null);
      const shown = (socket as TLSSocket).getPeerX509Certificate()?.fingerprint256;
      if (shown === pinned) return callback(null, socket);
      socket.destroy();
      callback(new WrongCertificateError(`The server shows the certificate ${shown ?? 'none'}.`), null);
    });
}

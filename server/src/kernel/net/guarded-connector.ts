import { isIP, type LookupFunction, type Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import { DeliveryError } from './delivery-error.ts';
import type { Resolve } from './resolver.ts';
import { isAllowedAddress, type TargetPolicy } from './target.ts';

export interface ConnectorOptions {
  readonly policy: TargetPolicy;
  readonly resolve: Resolve;
  readonly connectMs: number;
  /** Private certificate authority, in PEM. */
  readonly ca: string | undefined;
  /** Disables TLS session resumption, so that every connection presents its certificate. */
  readonly freshTls?: boolean;
}

/**
 * Returns a connector that connects to allowed addresses only. A name is resolved once, in the lookup of the
 * connection, and the socket uses exactly the checked addresses. A name that changes its address after the check gains
 * nothing.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { policy, resolve, connectMs, ca, freshTls } = options;
  const connect = buildConnector({
    lookup: createGuardedLookup(policy, resolve),
    timeout: connectMs,
    allowH2: false,
    // Try several checked addresses, so that a receiver with broken IPv6 is still reached.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    ...(ca === undefined ? {} : { ca }),
    ...(freshTls ? { maxCachedSessions: 0 } : {}),
  });
  return (options, callback) => {
    // Node calls no lookup for an address literal.
    if (isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, policy)) {
      return queueMicrotask(() => callback(new DeliveryError('refused_target'), null));
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isAllowedAddress(socket.remoteAddress ?? '', policy)) return callback(null, socket);
      // Cannot happen while Node connects to the addresses of the lookup. Nothing has been sent yet if it does.
      refuse(socket);
      callback(new DeliveryError('refused_target'), null);
    });
  };
}

function refuse(socket: Socket): void {
  socket.on('error', () => {}).destroy();
}

function createGuardedLookup(policy: TargetPolicy, resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveAllowed(hostname, policy, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) callback(new DeliveryError('dns'), '');
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

/** Refuses the host if any of its addresses is forbidden: the owner of the name controls which address is used. */
async function resolveAllowed(hostname: string, policy: TargetPolicy, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch((error) => {
    throw new DeliveryError('dns', error);
  });
  if (!addresses.every((address) => isAllowedAddress(address, policy))) throw new DeliveryError('refused_target');
  return addresses;
}

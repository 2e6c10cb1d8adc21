import { WrongCertificateError } from './connect.ts';

interface Explanation {
  detail: string;
  advice: string;
}

/** Advice for each way in which the engine cannot be reached, by system error code. */
const byCode: Readonly<Record<string, (url: string) => Explanation>> = {
  ENOENT: (url) => ({
    detail: `There is no socket at ${url}.`,
    advice: 'Start Incus or LXD on this host, or correct HOSTLER_INCUS_URL.',
  }),
  EACCES: (url) => ({
    detail: `Permission denied for the socket at ${url}.`,
    advice: 'Put the user that runs Hostler into the group incus-admin (LXD: lxd), and start Hostler again.',
  }),
  ECONNREFUSED: (url) => ({
    detail: `Nothing answers at ${url}.`,
    advice: 'Start Incus or LXD there. HTTPS access requires core.https_address.',
  }),
  ENOTFOUND: (url) => ({
    detail: `The host name in ${url} cannot be resolved.`,
    advice: 'Correct HOSTLER_INCUS_URL, or the DNS settings of this host.',
  }),
};

/** The server has a self-signed certificate that was not configured. */
const unpinned = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

export function explainFailure(error: unknown, url: string): Explanation {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof WrongCertificateError) {
      return {
        detail: `The server at ${url} has a different certificate than HOSTLER_INCUS_SERVER_CERT.`,
        advice:
          'Make sure that it is the right server, then put its certificate (server.crt, of a cluster cluster.crt) there.',
      };
    }
    const code = 'code' in one && typeof one.code === 'string' ? one.code : '';
    const known = byCode[code];
    if (known) return known(url);
    if (unpinned.test(code)) {
      return {
        detail: `The certificate of the server at ${url} cannot be verified.`,
        advice: 'Set HOSTLER_INCUS_SERVER_CERT to a file with the certificate of that server.',
      };
    }
  }
  const text = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return {
    detail: `The engine at ${url} gives an unexpected response: ${text}.`.replace(/(?<!\.)\.+$/, '.'),
    advice: 'Check the log of Incus or LXD and the network connection from this host.',
  };
}

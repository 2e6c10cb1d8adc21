import { ConfigError, type Settings } from './readers.ts';

export interface AcmeSettings {
  /** Directory of the authority. */
  readonly url: string;
  readonly email: string | undefined;
  /** PEM of the root of an authority that is not public. */
  readonly trustedRoot: string | undefined;
}

/** Source of certificates: none, a simulation, or an authority. */
export type CertificateSettings = 'off' | 'simulated' | AcmeSettings;

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

/** Without a choice, simulated machines get simulated certificates, and real ones get none. */
export function readCertificates(settings: Settings, machinesAreReal: boolean): CertificateSettings {
  const name = 'HOSTLER_CERTIFICATE_ENGINE';
  const engine = settings.choice(name, ['off', 'simulated', 'acme'], machinesAreReal ? 'off' : 'simulated');
  if (engine === 'simulated' && machinesAreReal) {
    throw new ConfigError(`${name} cannot be simulated with a real HOSTLER_VPS_ENGINE; set it to off or acme.`);
  }
  const url = settings.url('HOSTLER_ACME_URL', ['https']) ?? LETS_ENCRYPT;
  const email = settings.text('HOSTLER_ACME_EMAIL');
  if (email !== undefined && !/^[^\s@<>,?]+@[^\s@<>,?]+$/.test(email)) {
    throw new ConfigError('HOSTLER_ACME_EMAIL must be an e-mail address, like admin@example.com.');
  }
  return engine === 'acme' ? { url, email, trustedRoot: settings.file('HOSTLER_ACME_CA') } : engine;
}

import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { writeCertificateRequest } from './certificate-request.ts';
import type { StepOutcome } from './outcomes.ts';

/** Certificate of an application in a simulated machine. */
export interface InsideCertificate {
  /** PEM of a key that has no certificate yet. */
  key?: string;
  /** Proofs for the authority by token, which a real machine would serve. */
  proofs?: Record<string, string>;
  /** Key and chain. */
  pem?: string;
}

/** Does what the scripts for a certificate do in a real machine. The key never leaves it. */
export function certify(
  name: string,
  certificate: InsideCertificate,
  environment: Readonly<Record<string, string>>,
): StepOutcome {
  const { PARAM_DOMAIN = '', HTTPS_TOKEN = '', HTTPS_PROOF = '', HTTPS_CHAIN = '' } = environment;
  if (name === 'look') {
    if (certificate.pem === undefined) return { exitCode: 1, stderr: 'There is no certificate.\n' };
    const { validFrom, validTo } = new X509Certificate(certificate.pem);
    return { stdout: `notBefore=${validFrom}\nnotAfter=${validTo}\n` };
  }
  if (name === 'request') {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    certificate.key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { stdout: writeCertificateRequest(createPrivateKey(certificate.key), PARAM_DOMAIN) };
  }
  if (name === 'publish') certificate.proofs = { ...certificate.proofs, [HTTPS_TOKEN]: HTTPS_PROOF };
  if (name === 'install') {
    certificate.pem = `${certificate.key}${HTTPS_CHAIN}\n`;
    delete certificate.key;
    delete certificate.proofs;
  }
  return {};
}

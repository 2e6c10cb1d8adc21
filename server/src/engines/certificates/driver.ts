import { EngineError, type EngineHealth, type OperationOptions } from '../engine.ts';

/** Proof that the server of a name asks for the certificate: a file that it serves by HTTP on port 80. */
export interface WebProof {
  /** Name of the file under `/.well-known/acme-challenge/`: letters, digits, hyphens and underscores. */
  readonly token: string;
  readonly content: string;
}

export interface CertificateRequest {
  /** Lower case, punycode. */
  readonly domain: string;
  /** PEM. Its key is created in the machine and never leaves it. */
  readonly csr: string;
  /** Publishes the proof on the server of the name. */
  publish(proof: WebProof): Promise<void>;
}

export interface Certificate {
  /** PEM of the certificate and of those that lead to its root. */
  readonly chain: string;
  /** End of its validity, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** An authority that issues certificates for the names of customers' servers. */
export interface CertificateDriver {
  /**
   * Issues a certificate for one name. Throws `EngineError`: `refused` with the reason of the authority, `unreachable`
   * if it does not answer. `CertificateLimit` says when it may be asked again.
   */
  issue(request: CertificateRequest, options?: OperationOptions): Promise<Certificate>;
  check(): Promise<EngineHealth>;
}

/** The authority accepts no further requests for a while. */
export class CertificateLimit extends EngineError {
  /** Milliseconds to wait at least. */
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super('refused', message);
    this.waitMs = waitMs;
  }
}

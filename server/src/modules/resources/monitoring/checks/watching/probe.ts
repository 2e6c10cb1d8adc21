import { codeOf, DeliveryError } from '#kernel/net/delivery-error.ts';
import type { Prober, Sight } from '#kernel/net/prober.ts';
import type { CheckRow } from '../store.ts';

/** The target and the expectation. */
export type Question = Pick<
  CheckRow,
  'type' | 'target' | 'expect_status' | 'expect_text' | 'follow_redirects' | 'redirect_to'
>;

/** Result of a try. */
export interface Finding {
  /** One sentence about the failure that reveals nothing else of the target. Null on success. */
  readonly error: string | null;
  readonly ms: number | null;
  readonly certificateExpiresAt: number | null;
}

/** Never throws: every error on the way is a result. */
export async function probe(prober: Prober, question: Question, signal: AbortSignal): Promise<Finding> {
  try {
    if (question.type === 'tcp') {
      return { error: null, ms: await prober.connect(question.target, { signal }), certificateExpiresAt: null };
    }
    const sight = await prober.get(question.target, {
      followRedirects: question.follow_redirects === 1,
      readText: question.expect_text !== null,
      signal,
    });
    const { ms, certificateExpiresAt } = sight;
    return { error: compare(sight, question), ms, certificateExpiresAt };
  } catch (error) {
    return { error: describeFailure(error), ms: null, certificateExpiresAt: null };
  }
}

function compare(sight: Sight, { expect_status, expect_text, follow_redirects, redirect_to }: Question): string | null {
  const { status, location, url, text } = sight;
  if (expect_status === null && (status < 200 || status > 399)) return `The answer has the status ${status}.`;
  if (expect_status !== null && status !== expect_status) {
    return `The answer has the status ${status} instead of ${expect_status}.`;
  }
  if (redirect_to !== null) {
    const found = follow_redirects === 1 ? url : location;
    if (found === null) return 'The answer does not redirect.';
    if (found !== URL.parse(redirect_to)?.href) return 'The answer redirects to another address than it should.';
  }
  if (expect_text !== null && !text.includes(expect_text)) return 'The expected text is not in the answer.';
  return null;
}

const CERTIFICATE_FAILURES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself, and by no authority that is known here.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by no authority that is known here.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate cannot be verified; one in between may be missing.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified; one in between may be missing.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
};

function describeFailure(error: unknown): string {
  if (!(error instanceof DeliveryError)) return 'The check failed on our side.';
  return CERTIFICATE_FAILURES[codeOf(error.cause)] ?? error.message;
}

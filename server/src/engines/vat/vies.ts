import { EngineError } from '../engine.ts';
import type { VatAnswer, VatDriver } from './driver.ts';

interface Options {
  /** For example `https://ec.europa.eu/taxation_customs/vies/rest-api`. */
  url: string;
  /** VAT id of the requester, for which the register returns a reference as proof. */
  readonly requester?: string | undefined;
}

/** Response of the service: a result or an error. */
interface Answer {
  valid?: boolean;
  name?: unknown;
  address?: unknown;
  requestIdentifier?: unknown;
  actionSucceed?: boolean;
  errorWrappers?: { error?: string }[];
}

const TIMEOUT_MS = 20_000;
const LONGEST_ANSWER = 64 * 1024;
/** The VAT id is wrong, not the service. */
const REFUSED = 'INVALID_INPUT';

/** The register of the European Commission, which queries the member states. One of them is often unavailable. */
export function createVies(options: Options): VatDriver {
  return {
    name: 'vies',
    async look(vatId, { signal } = {}) {
      const { url, requester } = options;
      const asker = requester
        ? { requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) }
        : {};
      const asked = { countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2), ...asker };
      return read(await post(`${url}/check-vat-number`, asked, signal));
    },
  };
}

async function post(url: string, body: object, signal: AbortSignal | undefined): Promise<Answer> {
  // Loaded with the first lookup: most installations need none at start, and it takes 12 MB.
  const { request } = await import('undici');
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    let text = '';
    for await (const chunk of answer.body.setEncoding('utf8')) {
      text += chunk;
      if (text.length > LONGEST_ANSWER) throw new Error('the answer is too long');
    }
    if (answer.statusCode >= 500) throw new Error(`it answered ${answer.statusCode}`);
    return (JSON.parse(text) as Answer | null) ?? {};
  } catch (error) {
    signal?.throwIfAborted();
    throw new EngineError('unreachable', 'The register of VAT ids cannot be reached.', { cause: error });
  }
}

function read(answer: Answer): VatAnswer {
  const failure = answer.errorWrappers?.[0]?.error;
  if (failure === REFUSED) return { valid: false, name: null, address: null, reference: null };
  if (failure !== undefined || typeof answer.valid !== 'boolean') {
    const cause = new Error(`it answered ${failure ?? 'something else'}`);
    throw new EngineError('unreachable', 'The register of VAT ids has no answer now.', { cause });
  }
  return {
    valid: answer.valid,
    name: told(answer.name),
    address: told(answer.address),
    reference: told(answer.requestIdentifier),
  };
}

/** Converts `---`, which means that a member state does not return the field. Some omit it, or return null. */
function told(text: unknown): string | null {
  return typeof text !== 'string' || /^[-\s]*$/.test(text) ? null : text.slice(0, 500);
}

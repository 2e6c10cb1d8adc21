import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type DecodedPacket, decode, encode } from 'dns-packet';

/** Address of a name server. */
export interface NameServer {
  host: string;
  port: number;
}

export interface QuestionOptions {
  /** Timeout of one packet. */
  timeoutMs?: number;
  tries?: number;
}

/** Relevant parts of the answer about a name. */
export interface SoaAnswer {
  /** `NOERROR` is 0, `SERVFAIL` 2, `NXDOMAIN` 3, `REFUSED` 5. */
  code: number;
  /** True if the answer is an authoritative SOA record of the name itself: the server has this zone. */
  isAuthority: boolean;
}

const headerLength = 12;
const codeMask = 0x000f;

/**
 * Queries the SOA of a name with one UDP packet, as any resolver does. The resolver of Node does not report authority
 * and treats REFUSED as a dead server.
 */
export async function askForSoa(server: NameServer, name: string, options: QuestionOptions = {}): Promise<SoaAnswer> {
  const { timeoutMs = 1000, tries = 3 } = options;
  const { address, family } = await lookup(server.host);
  const id = randomInt(0x10000);
  // Requests no recursion: a resolver that fetches the answer elsewhere must not look like our server.
  const question = encode({ type: 'query', id, flags: 0, questions: [{ type: 'SOA', name }] });
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  try {
    // Connected: packets from elsewhere are dropped, and a closed port is an error instead of silence.
    socket.connect(server.port, address);
    await once(socket, 'connect');
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const answer = nextAnswer(socket, { id, name }, timeoutMs);
      socket.send(question);
      const found = await answer;
      if (found) return found;
    }
  } finally {
    socket.close();
  }
  throw new Error(`No answer to a DNS question from ${server.host} port ${server.port}.`);
}

interface Question {
  id: number;
  name: string;
}

/** Resolves to undefined after the timeout. Ignores packets that do not answer this query. */
function nextAnswer(socket: ReturnType<typeof createSocket>, question: Question, timeoutMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<SoaAnswer | undefined>();
  const timer = setTimeout(resolve, timeoutMs, undefined);
  const onMessage = (packet: Buffer) => {
    const answer = readAnswer(packet, question);
    if (answer) resolve(answer);
  };
  socket.on('message', onMessage);
  socket.on('error', reject);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.off('message', onMessage);
    socket.off('error', reject);
  });
}

function readAnswer(packet: Buffer, { id, name }: Question): SoaAnswer | undefined {
  const header = tryDecode(withoutRecords(packet));
  if (header?.id !== id || header.type !== 'response') return undefined;
  const code = (header.flags ?? 0) & codeMask;
  // The first record may also be a CNAME in the parent zone. A packet that breaks off has none.
  const first = tryDecode(packet)?.answers?.[0];
  const isSoa = first?.type === 'SOA' && first.name.toLowerCase() === name.toLowerCase();
  return { code, isAuthority: code === 0 && header.flag_aa && isSoa };
}

/** Returns the header with all counts set to zero. */
function withoutRecords(packet: Buffer): Buffer {
  return Buffer.concat([packet.subarray(0, 4), Buffer.alloc(headerLength - 4)]);
}

function tryDecode(packet: Buffer): DecodedPacket | undefined {
  try {
    return decode(packet);
  } catch {
    return undefined;
  }
}

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';

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

const soaType = 6;
const internetClass = 1;
const headerLength = 12;
const answerFlag = 0x8000;
const authorityFlag = 0x0400;
const codeMask = 0x000f;

/**
 * Queries the SOA of a name with one UDP packet, as any resolver does. The resolver of Node does not report authority
 * and treats REFUSED as a dead server.
 */
export async function askForSoa(server: NameServer, name: string, options: QuestionOptions = {}): Promise<SoaAnswer> {
  const { timeoutMs = 1000, tries = 3 } = options;
  const { address, family } = await lookup(server.host);
  const question = writeQuestion(randomInt(0x10000), name);
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  try {
    // Connected: packets from elsewhere are dropped, and a closed port is an error instead of silence.
    socket.connect(server.port, address);
    await once(socket, 'connect');
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const answer = nextAnswer(socket, question, timeoutMs);
      socket.send(question);
      const found = await answer;
      if (found) return found;
    }
  } finally {
    socket.close();
  }
  throw new Error(`No answer to a DNS question from ${server.host} port ${server.port}.`);
}

/** Resolves to undefined after the timeout. Ignores packets that do not answer this query. */
function nextAnswer(socket: ReturnType<typeof createSocket>, question: Buffer, timeoutMs: number) {
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

/** Requests no recursion: a resolver that fetches the answer elsewhere must not look like our server. */
function writeQuestion(id: number, name: string): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(1, 4);
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')]));
  const end = Buffer.from([0, 0, soaType, 0, internetClass]);
  return Buffer.concat([header, ...labels, end]);
}

function readAnswer(packet: Buffer, question: Buffer): SoaAnswer | undefined {
  if (packet.length < headerLength || packet.readUInt16BE(0) !== question.readUInt16BE(0)) return undefined;
  const flags = packet.readUInt16BE(2);
  if (!(flags & answerFlag)) return undefined;
  const code = flags & codeMask;
  const hasRecords = packet.readUInt16BE(6) > 0;
  return { code, isAuthority: code === 0 && !!(flags & authorityFlag) && hasRecords && isSoa(packet, question) };
}

/** Checks the first record of the answer, which may also be a CNAME in the parent zone. */
function isSoa(packet: Buffer, question: Buffer): boolean {
  let at = question.length;
  while (packet[at] !== undefined && packet[at] !== 0 && (packet[at] ?? 0) < 0xc0) at += 1 + (packet[at] ?? 0);
  const type = at + ((packet[at] ?? 0) >= 0xc0 ? 2 : 1);
  return type + 2 <= packet.length && packet.readUInt16BE(type) === soaType;
}

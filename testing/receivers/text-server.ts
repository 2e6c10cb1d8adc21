import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface TextServer {
  /** As `HOSTLER_DNS_RESOLVERS` takes it. */
  readonly address: string;
  /** What there is at each name. */
  readonly texts: Map<string, string[]>;
  /** The names that were asked for, each time. */
  readonly asked: string[];
  close(): void;
}

const HEADER = 12;
const TXT = 16;
const NO_SUCH_NAME = 3;

/** A name server on loopback that knows TXT records and nothing else. */
export async function startTextServer(): Promise<TextServer> {
  const socket = createSocket('udp4');
  const texts = new Map<string, string[]>();
  const asked: string[] = [];
  socket.on('message', (question, { port, address }) => {
    const name = readName(question);
    asked.push(name);
    socket.send(writeAnswer(question, name, texts.get(name)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, texts, asked, close: () => socket.close() };
}

function readName(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER; question[at]; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}

function writeAnswer(question: Buffer, name: string, texts: readonly string[] | undefined): Buffer {
  const end = HEADER + name.length + 2 + 4;
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8580 | (texts ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  const records = (texts ?? []).map((text) => {
    // In two pieces, as long texts come.
    const half = Math.ceil(text.length / 2);
    const pieces = [text.slice(0, half), text.slice(half)].map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
    );
    const data = Buffer.concat(pieces);
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc000 | HEADER, 0);
    fixed.writeUInt16BE(TXT, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([header, question.subarray(HEADER, end), ...records]);
}

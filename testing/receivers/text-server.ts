import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface TextServer {
  /** Address in the format of `HOSTLER_DNS_RESOLVERS`. */
  readonly address: string;
  /** TXT records by name. */
  readonly texts: Map<string, string[]>;
  /** Other records: `NS example.test` → host names, `MX example.test` → `10 host`. */
  readonly others: Map<string, string[]>;
  /** Answers SERVFAIL to everything. */
  isBroken: boolean;
  /** Names of all queries. */
  readonly asked: string[];
  close(): void;
}

const HEADER = 12;
const TYPES: Record<number, string> = { 2: 'NS', 15: 'MX', 16: 'TXT' };
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;

/** Starts a name server on loopback with TXT records, and a few others. */
export async function startTextServer(): Promise<TextServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { port, address }) => {
    const name = readName(question);
    asked.push(name);
    socket.send(writeAnswer(question, name, findAnswer(readType(question, name), name)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: TextServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    texts: new Map(),
    others: new Map(),
    isBroken: false,
    asked,
    close: () => socket.close(),
  };

  function findAnswer(type: number, name: string): Answer {
    const { texts, others, isBroken } = server;
    if (isBroken) return { code: SERVER_FAILED, type, records: [] };
    const kind = TYPES[type] ?? '';
    const values = (kind === 'TXT' ? texts.get(name) : others.get(`${kind} ${name}`)) ?? [];
    const isKnown = texts.has(name) || Object.values(TYPES).some((each) => others.has(`${each} ${name}`));
    return { code: isKnown ? 0 : NO_SUCH_NAME, type, records: values.map((value) => writeData(kind, value)) };
  }

  return server;
}

interface Answer {
  code: number;
  type: number;
  records: Buffer[];
}

function readName(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER; question[at]; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}

function readType(question: Buffer, name: string): number {
  return question.readUInt16BE(HEADER + name.length + 2);
}

function writeData(kind: string, value: string): Buffer {
  if (kind === 'TXT') {
    // In two strings, like long texts.
    const half = Math.ceil(value.length / 2);
    return Buffer.concat([value.slice(0, half), value.slice(half)].map(writePart));
  }
  const [preference, host = ''] = kind === 'MX' ? value.split(' ') : ['', value];
  const place = Buffer.alloc(kind === 'MX' ? 2 : 0);
  if (kind === 'MX') place.writeUInt16BE(Number(preference));
  return Buffer.concat([place, ...host.split('.').map(writePart), Buffer.from([0])]);
}

function writePart(part: string): Buffer {
  return Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]);
}

function writeAnswer(question: Buffer, name: string, { code, type, records }: Answer): Buffer {
  const end = HEADER + name.length + 2 + 4;
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8580 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const written = records.map((data) => {
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc000 | HEADER, 0);
    fixed.writeUInt16BE(type, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([header, question.subarray(HEADER, end), ...written]);
}

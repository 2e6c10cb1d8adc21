import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askForSoa, type QuestionOptions } from './dns-question.ts';

const AUTHORITY = 0x0400;
const ANSWER = 0x8000;
/** Each has a pointer to the name of the query, type, class, time to live and data. */
const SOA = Buffer.from([0xc0, 12, 0, 6, 0, 1, 0, 0, 0, 60, 0, 22, 0, 0, ...Buffer.alloc(20)]);
const ALIAS = Buffer.from([0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 2, 0xc0, 12]);
const OF_ANOTHER_NAME = Buffer.from([1, 0x78, ...SOA]);
const POINTS_TO_ITSELF = Buffer.from([0xc0, 30, ...SOA.subarray(2)]);

/** A name server in this process that sends answers no correct server sends. */
describe('a DNS query', () => {
  let server: Socket;
  let port: number;
  let answers: ((question: Buffer) => Buffer[])[];

  beforeEach(async () => {
    answers = [];
    server = createSocket('udp4');
    server.on('message', (question, { port: back }) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      for (const packet of answer?.(question) ?? []) server.send(packet, back, '127.0.0.1');
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address());
  });
  afterEach(() => void server.close());

  const ask = (options: QuestionOptions = { timeoutMs: 60_000 }) =>
    askForSoa({ host: '127.0.0.1', port }, 'example.test', options);

  function reply(question: Buffer, flags: number, records: Buffer[] = []): Buffer {
    const packet = Buffer.concat([question, ...records]);
    packet.writeUInt16BE(ANSWER | flags, 2);
    packet.writeUInt16BE(records.length, 6);
    return packet;
  }

  it('is answered with authority by the SOA of the name', async () => {
    answers = [(question) => [reply(question, AUTHORITY, [SOA])]];
    expect(await ask()).toEqual({ code: 0, isAuthority: true });
  });

  it('requests no recursion', async () => {
    let recursion: number | undefined;
    answers = [
      (question) => {
        recursion = question.readUInt16BE(2) & 0x0100;
        return [reply(question, AUTHORITY, [SOA])];
      },
    ];
    await ask();
    expect(recursion).toBe(0);
  });

  it.each([
    ['a copy without authority', 0, [SOA], 0],
    ['an alias', AUTHORITY, [ALIAS], 0],
    ['an empty response', AUTHORITY, [], 0],
    ['the SOA of another name', AUTHORITY, [OF_ANOTHER_NAME], 0],
    ['a truncated record', AUTHORITY, [SOA.subarray(0, 3)], 0],
    ['a record with truncated data', AUTHORITY, [SOA.subarray(0, 20)], 0],
    ['a record whose name points to itself', AUTHORITY, [POINTS_TO_ITSELF], 0],
    ['NXDOMAIN', AUTHORITY | 3, [], 3],
    ['REFUSED', 5, [], 5],
  ])('is not answered with authority by %s', async (_what, flags, records, code) => {
    answers = [(question) => [reply(question, flags, records)]];
    expect(await ask()).toEqual({ code, isAuthority: false });
  });

  it('ignores packets that do not answer it', async () => {
    answers = [
      (question) => {
        const other = reply(question, AUTHORITY | 3);
        other.writeUInt16BE(question.readUInt16BE(0) ^ 1, 0);
        return [Buffer.from('?'), Buffer.alloc(0), question, other, reply(question, AUTHORITY, [SOA])];
      },
    ];
    expect(await ask()).toEqual({ code: 0, isAuthority: true });
  });

  it('is retried if a packet is lost', async () => {
    answers = [() => [], (question) => [reply(question, AUTHORITY, [SOA])]];
    expect(await ask({ timeoutMs: 100, tries: 1_000 })).toEqual({ code: 0, isAuthority: true });
  });

  it('fails if no server answers', async () => {
    answers = [() => []];
    await expect(ask({ timeoutMs: 100, tries: 2 })).rejects.toThrow(
      `No answer to a DNS question from 127.0.0.1 port ${port}.`,
    );
  });
});

import { createHash, randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** The part of the WebSocket protocol that the engines use: binary data, and an empty text at its end. */
export interface WebSocket {
  /** Yields received data; backpressure makes the other side wait. Throws if the connection breaks. */
  read(): AsyncGenerator<Buffer>;
  /** Resolves once there is room for more. Never rejects: the reader gets the error. */
  send(data: Buffer): Promise<void>;
  /** Sends a text message; an empty one marks the end of the data. */
  sendText(text: string): Promise<void>;
  /** Closes the connection. */
  close(): void;
}

const TEXT = 0x1;
const BINARY = 0x2;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
/** Close code 1000. */
const NORMAL = Buffer.from([0x03, 0xe8]);
/**
 * Delay of a pong. The engine pings at once and then at intervals. A short command closes the connection quickly, and a
 * pong that cannot be delivered would break it, with received data not read yet.
 */
const PONG_AFTER_MS = 1_000;
/** Time for the engine to read what was sent before the end. */
const CLOSE_MS = 2_000;
/** Largest frame to send. */
const FRAME_BYTES = 32 * 1024;

export function createKey(): string {
  return randomBytes(16).toString('base64');
}

export function answerKey(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** Wraps a connection that was upgraded to this protocol. */
export function openWebSocket(socket: Duplex): WebSocket {
  // The reader gets the error; without a reader it must not end the process.
  socket.on('error', () => {});

  async function sendFrame(opcode: number, payload: Buffer): Promise<void> {
    if (socket.destroyed || socket.writableEnded) return;
    if (socket.write(packFrame(opcode, payload))) return;
    await new Promise<void>((resolve) => {
      socket.once('drain', resolve).once('close', resolve);
    });
  }

  return {
    async *read() {
      const frames = createFrameReader();
      let answer: NodeJS.Timeout | undefined;
      let turn: NodeJS.Immediate | undefined;
      try {
        for await (const chunk of socket as AsyncIterable<Buffer>) {
          const data: Buffer[] = [];
          for (const { opcode, payload, ended } of frames(chunk)) {
            if (opcode === PING) {
              clearTimeout(answer);
              answer = setTimeout(() => {
                // Read received data first: this process may have been blocked while the connection was closed.
                turn = setImmediate(() => void sendFrame(PONG, payload));
              }, PONG_AFTER_MS);
            } else if (opcode === CLOSE || (opcode === TEXT && ended && payload.length === 0)) {
              if (data.length > 0) yield Buffer.concat(data);
              return;
            } else if (opcode !== PONG) data.push(payload);
          }
          if (data.length > 0) yield Buffer.concat(data);
        }
        throw new Error('The connection ended in the middle.');
      } finally {
        clearTimeout(answer);
        clearImmediate(turn);
      }
    },
    async send(data) {
      for (let at = 0; at < data.length; at += FRAME_BYTES) {
        await sendFrame(BINARY, data.subarray(at, at + FRAME_BYTES));
      }
    },
    sendText: (text) => sendFrame(TEXT, Buffer.from(text)),
    close() {
      if (socket.destroyed) return;
      socket.end(packFrame(CLOSE, NORMAL), () => socket.destroy());
      // An engine that does not read would keep the connection open.
      setTimeout(() => socket.destroy(), CLOSE_MS).unref();
    },
  };
}

interface Piece {
  opcode: number;
  payload: Buffer;
  /** True for the last piece of its frame. */
  ended: boolean;
}

/** Parses frames; data is passed on as it arrives, without collecting messages. */
function createFrameReader(): (chunk: Buffer) => Generator<Piece> {
  let rest: Buffer = Buffer.alloc(0);
  let opcode = BINARY;
  /** Missing bytes of the current frame; undefined before its header. */
  let missing: number | undefined;

  return function* take(chunk) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (missing === undefined) {
        const head = readHead(bytes);
        if (!head) break;
        // A continuation has the type of the frame before.
        if (head.opcode !== 0) opcode = head.opcode;
        missing = head.length;
        bytes = bytes.subarray(head.size);
      }
      const isControl = opcode >= CLOSE;
      // Control frames are short, and only meaningful as a whole.
      if (isControl && bytes.length < missing) break;
      const payload = bytes.subarray(0, missing);
      bytes = bytes.subarray(payload.length);
      const ended = payload.length === missing;
      if (ended || payload.length > 0) yield { opcode, payload, ended };
      missing = ended ? undefined : missing - payload.length;
      if (!ended) break;
    }
    rest = bytes;
  };
}

function readHead(bytes: Buffer): { opcode: number; length: number; size: number } | undefined {
  if (bytes.length < 2) return undefined;
  const opcode = bytes.readUInt8(0) & 0x0f;
  const short = bytes.readUInt8(1) & 0x7f;
  const size = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < size) return undefined;
  if (short === 127) return { opcode, size, length: Number(bytes.readBigUInt64BE(2)) };
  return { opcode, size, length: short === 126 ? bytes.readUInt16BE(2) : short };
}

/** Frames of a client are masked. */
function packFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | length])
      : Buffer.from([0x80 | opcode, 0xfe, length >> 8, length & 0xff]);
  const mask = randomBytes(4);
  const masked = Buffer.from(payload);
  for (let i = 0; i < length; i++) masked[i] = (masked[i] ?? 0) ^ (mask[i & 3] ?? 0);
  return Buffer.concat([head, mask, masked]);
}

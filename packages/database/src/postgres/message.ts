import type { SqlValue } from '../statement.ts';

/** A larger buffer is released after use. */
const KEPT_BYTES = 256 * 1024;
/** Most UTF-8 bytes per UTF-16 unit. */
const BYTES_OF_CHARACTER = 3;

/** Message types of the client (PostgreSQL documentation, "Message Formats"). */
const Kind = { parse: 0x50, bind: 0x42, close: 0x43, describe: 0x44, execute: 0x45, sync: 0x53 } as const;
const PORTAL = 0x50;
const STATEMENT = 0x53;
const TEXT = 0;
const BINARY = 1;
const NULL = -1;

let room = Buffer.allocUnsafeSlow(16 * 1024);

/**
 * Encodes statements in the extended protocol of PostgreSQL into one buffer. `pg` would write four messages per
 * statement separately, which takes longer than the rest of sending them.
 */
export class Message {
  #at = 0;

  parse(name: string, text: string): void {
    const start = this.#begin(Kind.parse);
    this.#addName(name);
    this.#addName(text);
    this.#addInt16(0);
    this.#end(start);
  }

  /** Closes a prepared statement, if it exists. */
  close(name: string): void {
    const start = this.#begin(Kind.close);
    this.#reserve(1);
    room[this.#at++] = STATEMENT;
    this.#addName(name);
    this.#end(start);
  }

  bind(name: string, values: readonly SqlValue[]): void {
    const start = this.#begin(Kind.bind);
    this.#addName('');
    this.#addName(name);
    const isText = !values.some((value) => value instanceof Uint8Array);
    // No format codes: all values as text.
    this.#addInt16(isText ? 0 : values.length);
    if (!isText) for (const value of values) this.#addInt16(value instanceof Uint8Array ? BINARY : TEXT);
    this.#addInt16(values.length);
    for (const value of values) this.#addValue(value);
    // All columns as text.
    this.#addInt16(0);
    this.#end(start);
  }

  describe(): void {
    const start = this.#begin(Kind.describe);
    this.#reserve(1);
    room[this.#at++] = PORTAL;
    this.#addName('');
    this.#end(start);
  }

  execute(): void {
    const start = this.#begin(Kind.execute);
    this.#addName('');
    // All rows.
    this.#addInt32(0);
    this.#end(start);
  }

  sync(): void {
    this.#end(this.#begin(Kind.sync));
  }

  /** Returns a copy of the buffer for the socket. */
  toBuffer(): Buffer {
    const whole = Buffer.from(room.subarray(0, this.#at));
    if (room.length > KEPT_BYTES) room = Buffer.allocUnsafeSlow(KEPT_BYTES);
    return whole;
  }

  /** Starts a message and returns the position of its length. */
  #begin(kind: number): number {
    this.#reserve(5);
    room[this.#at] = kind;
    const start = this.#at + 1;
    this.#at += 5;
    return start;
  }

  #end(start: number): void {
    room.writeInt32BE(this.#at - start, start);
  }

  #addValue(value: SqlValue): void {
    if (value === null) this.#addInt32(NULL);
    else if (value instanceof Uint8Array) this.#addBytes(value);
    else this.#addText(typeof value === 'string' ? value : String(value));
  }

  #addBytes(bytes: Uint8Array): void {
    this.#addInt32(bytes.length);
    this.#reserve(bytes.length);
    room.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #addText(text: string): void {
    this.#reserve(4 + text.length * BYTES_OF_CHARACTER);
    const length = room.write(text, this.#at + 4);
    this.#addInt32(length);
    this.#at += length;
  }

  /** Adds a zero-terminated string, which must not contain a zero. */
  #addName(text: string): void {
    this.#reserve(1 + text.length * BYTES_OF_CHARACTER);
    if (text !== '') this.#at += room.write(text, this.#at);
    room[this.#at++] = 0;
  }

  #addInt16(value: number): void {
    this.#reserve(2);
    this.#at = room.writeInt16BE(value, this.#at);
  }

  #addInt32(value: number): void {
    this.#reserve(4);
    this.#at = room.writeInt32BE(value, this.#at);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= room.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * room.length, this.#at + bytes));
    room.copy(larger, 0, 0, this.#at);
    room = larger;
  }
}

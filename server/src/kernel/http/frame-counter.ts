/** Counts the frames of a WebSocket client, of every kind, with empty and fragmented ones. */
export class FrameCounter {
  #head: number[] = [];
  /** Bytes of the current frame that are still missing. */
  #missing = 0;

  /** Returns the number of frames that begin in the next bytes of the connection. */
  count(bytes: Buffer): number {
    let frames = 0;
    for (let at = 0; at < bytes.length; ) {
      const skipped = Math.min(this.#missing, bytes.length - at);
      this.#missing -= skipped;
      at += skipped;
      if (skipped > 0) continue;
      if (this.#head.push(bytes[at++] ?? 0) === 1) frames++;
      const length = readLength(this.#head);
      if (length === undefined) continue;
      this.#head = [];
      this.#missing = length;
    }
    return frames;
  }
}

/** Returns the bytes after the length, with the mask; undefined if the head is not complete. */
function readLength([_first, second, ...extended]: readonly number[]): number | undefined {
  if (second === undefined) return undefined;
  const mask = second & 0x80 ? 4 : 0;
  const short = second & 0x7f;
  const size = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (extended.length < size) return undefined;
  return mask + (size === 0 ? short : extended.reduce((sum, byte) => sum * 256 + byte, 0));
}

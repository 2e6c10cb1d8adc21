import { StringDecoder } from 'node:string_decoder';
import type { ExecuteOptions } from './driver.ts';

const DEFAULT_BYTES = 64 * 1024;

/** Collects one output stream of a command. */
export interface Output {
  add(chunk: Buffer): void;
  /** Ends the stream and returns its kept end. */
  end(): string;
  /** Returns whether the beginning was dropped. */
  isCut(): boolean;
}

/** Reports output in whole characters, and keeps its end in a buffer of fixed size. */
export function collectOutput(stream: 'stdout' | 'stderr', options: ExecuteOptions): Output {
  const { outputBytes: limit = DEFAULT_BYTES, onOutput } = options;
  const decoder = new StringDecoder('utf8');
  let ring: Buffer | undefined;
  let at = 0;
  let total = 0;
  const isCut = () => total > limit;

  function keep(chunk: Buffer): void {
    total += chunk.length;
    if (limit === 0 || chunk.length === 0) return;
    ring ??= Buffer.alloc(limit);
    const end = chunk.subarray(-limit);
    const copied = end.copy(ring, at);
    end.copy(ring, 0, copied);
    at = (at + end.length) % limit;
  }

  return {
    isCut,
    add(chunk) {
      keep(chunk);
      const text = onOutput ? decoder.write(chunk) : '';
      if (text !== '') onOutput?.(text, stream);
    },
    end() {
      const last = decoder.end();
      if (last !== '') onOutput?.(last, stream);
      if (!ring) return '';
      if (!isCut()) return ring.toString('utf8', 0, total);
      const kept = Buffer.concat([ring.subarray(at), ring.subarray(0, at)]);
      return kept.toString('utf8', findCharacter(kept));
    },
  };
}

/** Returns the start of the first whole character: the cut may be inside one. */
function findCharacter(bytes: Buffer): number {
  let at = 0;
  while (at < Math.min(3, bytes.length) && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** A text that is compressed once and sent often. */
export class PackedText {
  readonly #text: string;
  #packed: Promise<Buffer> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('vary', 'accept-encoding');
    if (!String(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(this.#text);
    this.#packed ??= compress(this.#text);
    return reply.header('content-encoding', 'gzip').send(await this.#packed);
  }
}

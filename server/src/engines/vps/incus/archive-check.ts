import { once } from 'node:events';
import { finished, Transform, type TransformCallback } from 'node:stream';
import { finished as awaitFinished } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { EngineError } from '../../engine.ts';
import { TarReader } from './tar-reader.ts';

const disks = /^backup\/(container\/rootfs(\/|$)|virtual-machine\.img$)/;
const magicBytes = 4;

/** Passes an export through unchanged, and fails at its end at the latest if it is incomplete. */
export class ArchiveCheck extends Transform {
  readonly #found = { index: false, disk: false };
  readonly #tar = new TarReader(({ path, size }) => {
    if (path === 'backup/index.yaml' && size > 0) this.#found.index = true;
    if (disks.test(path)) this.#found.disk = true;
  });
  #unpacker: Transform | undefined;
  #isPlain = false;
  /** First bytes, until the compression can be determined. */
  #start: Buffer = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: string, callback: TransformCallback): void {
    this.#take(chunk).then(
      () => callback(null, chunk),
      (error) => callback(failDamaged(error)),
    );
  }

  override _flush(callback: TransformCallback): void {
    this.#end().then(
      () => callback(),
      (error) => callback(failDamaged(error)),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#unpacker?.destroy();
    callback(error);
  }

  async #take(chunk: Buffer): Promise<void> {
    if (this.#isPlain) return this.#tar.push(chunk);
    if (this.#unpacker) return await this.#unpack(this.#unpacker, chunk);
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length < magicBytes) return;
    this.#unpacker = chooseUnpacker(this.#start);
    this.#isPlain = this.#unpacker === undefined;
    if (this.#unpacker) this.#listen(this.#unpacker);
    await this.#take(this.#start);
  }

  #listen(unpacker: Transform): void {
    unpacker.on('data', (data: Buffer) => {
      try {
        this.#tar.push(data);
      } catch (error) {
        unpacker.destroy(error as Error);
      }
    });
    finished(unpacker, () => {});
  }

  async #unpack(unpacker: Transform, chunk: Buffer): Promise<void> {
    if (unpacker.errored) throw unpacker.errored;
    if (!unpacker.write(chunk)) await once(unpacker, 'drain');
  }

  async #end(): Promise<void> {
    if (this.#unpacker) {
      this.#unpacker.end();
      await awaitFinished(this.#unpacker);
    }
    if (!this.#tar.isWhole) throw new Error('The archive ends too early.');
    if (!this.#found.index) throw new Error('The archive has no index.');
    if (!this.#found.disk) throw new Error('The archive has no disk.');
  }
}

function chooseUnpacker(start: Buffer): Transform | undefined {
  if (start.readUInt16BE(0) === 0x1f8b) return createGunzip();
  if (start.readUInt32LE(0) === 0xfd2fb528) return createZstdDecompress();
  return undefined;
}

function failDamaged(cause: unknown): EngineError {
  return new EngineError('refused', 'The backup is damaged. Nothing was changed.', { cause });
}

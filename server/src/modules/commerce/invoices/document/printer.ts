import { Thread } from '@hostler/database';
import type { InvoiceDocument } from './document.ts';
import type { DocumentLook } from './letterhead.ts';

/** The thread is used in bursts and holds fonts and a library in memory. */
const IDLE_MS = 60_000;

export interface InvoicePrinter {
  print(document: InvoiceDocument): Promise<Buffer>;
}

/** Renders PDFs in a thread that starts with the first one and ends when idle. */
export function createPrinter() {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function print(document: InvoiceDocument, look: DocumentLook): Promise<Buffer> {
    clearTimeout(idle);
    thread ??= new Thread(new URL('./pdf-thread', import.meta.url));
    const asked = thread;
    try {
      return Buffer.from(await asked.ask<Uint8Array>({ document, look }));
    } catch (error) {
      if (thread === asked) thread = undefined;
      throw error;
    } finally {
      clearTimeout(idle);
      idle = setTimeout(close, IDLE_MS).unref();
    }
  }

  function close(): void {
    void thread?.close();
    thread = undefined;
  }

  return { print };
}

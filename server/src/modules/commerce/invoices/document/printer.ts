import { Thread } from '@hostler/database';
import type { InvoiceDocument } from './document.ts';
import type { DocumentLook } from './letterhead.ts';
import type { Printed } from './pdf-thread.ts';

/** The thread is used in bursts and holds fonts and a library in memory. */
const IDLE_MS = 60_000;

export interface InvoicePrinter {
  print(document: InvoiceDocument): Promise<Buffer>;
}

/** Told which characters of a document no font has, such as `U+1F4A5`. */
export type OnMissing = (document: InvoiceDocument, characters: readonly string[]) => void;

/** Renders PDFs in a thread that starts with the first one and ends when idle. */
export function createPrinter() {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function print(document: InvoiceDocument, look: DocumentLook, onMissing: OnMissing): Promise<Buffer> {
    clearTimeout(idle);
    thread ??= new Thread(new URL('./pdf-thread', import.meta.url));
    const asked = thread;
    try {
      const { pdf, missing } = await asked.ask<Printed>({ document, look });
      if (missing.length > 0) onMissing(document, missing);
      return Buffer.from(pdf);
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

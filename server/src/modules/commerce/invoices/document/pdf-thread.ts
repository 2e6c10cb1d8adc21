import { parentPort } from 'node:worker_threads';
import type { InvoiceDocument } from './document.ts';
import type { DocumentLook } from './letterhead.ts';
import { renderInvoicePdf } from './pdf.ts';
import { takeMissing } from './text/faces.ts';

/*
 * Renders documents one after the other in its own thread: an invoice with a thousand lines takes a second, which would
 * block all requests. Errors are not caught. They end the thread, and the next document starts another.
 */
let last: Promise<void> = Promise.resolve();

export interface Printed {
  readonly pdf: Uint8Array;
  /** Characters that no font has, such as `U+1F4A5`. */
  readonly missing: readonly string[];
}

interface Order {
  readonly document: InvoiceDocument;
  readonly look: DocumentLook;
}

parentPort?.on('message', ({ document, look }: Order) => {
  last = last.then(async () => {
    const pdf = await renderInvoicePdf(document, look);
    parentPort?.postMessage({ pdf, missing: takeMissing() } satisfies Printed);
  });
});

import { parentPort } from 'node:worker_threads';
import type { InvoiceDocument } from './document.ts';
import type { DocumentLook } from './letterhead.ts';
import { renderInvoicePdf } from './pdf.ts';

/*
 * Renders documents one after the other in its own thread: an invoice with a thousand lines takes a second, which would
 * block all requests. Errors are not caught. They end the thread, and the next document starts another.
 */
let last: Promise<void> = Promise.resolve();

interface Order {
  readonly document: InvoiceDocument;
  readonly look: DocumentLook;
}

parentPort?.on('message', ({ document, look }: Order) => {
  last = last.then(async () => parentPort?.postMessage(await renderInvoicePdf(document, look)));
});

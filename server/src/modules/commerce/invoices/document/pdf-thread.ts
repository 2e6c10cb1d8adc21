import { parentPort } from 'node:worker_threads';
import type { InvoiceDocument } from './document.ts';
import { renderInvoicePdf } from './pdf.ts';

/*
 * Makes documents, one after the other. In a thread of its own: an invoice of a thousand lines takes a second, in which
 * nobody else's request would be answered. A failure is not caught: the thread ends by it, and the next document gets another.
 */
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (document: InvoiceDocument) => {
  last = last.then(async () => parentPort?.postMessage(await renderInvoicePdf(document)));
});

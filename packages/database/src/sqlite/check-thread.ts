import { parentPort } from 'node:worker_threads';
import { checkFile } from './check-file.ts';

/** Checks a file beside the event loop. Answers what is wrong with it, or null. */
parentPort?.on('message', (file: string) => parentPort?.postMessage(findDamage(file)));

function findDamage(file: string): string | null {
  try {
    checkFile(file);
    return null;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // A busy file says nothing about damage.
    return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? message : null;
  }
}

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { findCommand } from './services/find-command.ts';
import type { Program } from './services/service.ts';

export const poppler: Program<'poppler'> = {
  name: 'poppler',
  debianPackages: ['poppler-utils'],
  isInstalled: () => findCommand('pdftotext') !== undefined,
};

/** Returns the visible text of a PDF, in the layout of the page. */
export async function readPdfText(pdf: Buffer): Promise<string> {
  const child = spawn('pdftotext', ['-layout', '-', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(pdf);
  return text(child.stdout);
}

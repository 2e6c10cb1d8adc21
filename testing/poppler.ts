import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { findCommand } from './services/find-command.ts';
import type { Program } from './services/service.ts';

export const poppler: Program<'poppler'> = {
  name: 'poppler',
  debianPackages: ['poppler-utils'],
  isInstalled: () => findCommand('pdftotext') !== undefined,
};

/** A word of a PDF, with its place on the page in points from the upper left corner. */
interface PdfWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the visible text of a PDF, in the layout of the page. */
export function readPdfText(pdf: Buffer): Promise<string> {
  return run(pdf, 'pdftotext', ['-layout', '-', '-']);
}

/** Returns the words of every page. */
export async function readPdfWords(pdf: Buffer): Promise<PdfWord[][]> {
  const pages = (await run(pdf, 'pdftotext', ['-bbox', '-', '-'])).split('<page ').slice(1);
  const word = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g;
  return pages.map((page) =>
    Array.from(page.matchAll(word), ([, left, top, right, bottom, content = '']) => ({
      ...{ text: content, left: Number(left), right: Number(right), top: Number(top), bottom: Number(bottom) },
    })),
  );
}

/** Returns the names of the fonts, and whether each is embedded as a subset. */
export async function readPdfFonts(pdf: Buffer): Promise<{ name: string; isSubset: boolean }[]> {
  const [, , ...rows] = (await run(pdf, 'pdffonts', ['-'])).trim().split('\n');
  return rows.map((row) => ({ name: row.split(' ')[0]?.split('+')[1] ?? row, isSubset: / yes yes yes /.test(row) }));
}

function run(pdf: Buffer, command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(pdf);
  return text(child.stdout);
}

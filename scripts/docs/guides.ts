/** A part of a guide that a program can carry out. */
export type Step =
  | { readonly kind: 'patch'; readonly text: string }
  | {
      readonly kind: 'commands';
      readonly lines: readonly string[];
      /** Texts that the last command prints, in this order. A text with `error` means that the command fails. */
      readonly output: readonly string[];
    };

/** A fenced block, with the path at the end of the line before it, as in "**`server/src/main.ts`**". */
const BLOCK = /(?:`([\w./-]+)`(?:\*\*)?:?\n\n?)?^```(\w*)\n(.*?)^```$/gms;

/**
 * Returns the steps of a guide in order: patches (`diff`), new files (a block below the path of its file), commands
 * (`sh`) and their expected output (a block without a language). Other blocks are for the reader only.
 */
export function readGuide(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const [, path, language, text = ''] of markdown.matchAll(BLOCK)) {
    const last = steps.at(-1);
    if (language === 'diff') steps.push({ kind: 'patch', text });
    else if (language === 'sh') steps.push({ kind: 'commands', lines: text.trim().split('\n'), output: [] });
    else if (language !== '' && path?.includes('/')) steps.push({ kind: 'patch', text: createFile(path, text) });
    else if (language === '' && last?.kind === 'commands') {
      steps[steps.length - 1] = { ...last, output: text.trim().split(/\n|…/) };
    }
  }
  return steps;
}

/** Returns the patch that creates a file. */
function createFile(path: string, text: string): string {
  const lines = text.split('\n').slice(0, -1);
  const added = lines.map((line) => `+${line}\n`).join('');
  return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${added}`;
}

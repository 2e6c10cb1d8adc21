import type { Mutation } from './generate.ts';
import type { Verdict } from './run-tests.ts';

export interface Judged {
  readonly mutation: Mutation;
  readonly verdict: Verdict | 'no tests';
  /** Only slow tests, or those of `--also`, noticed it. */
  readonly late: boolean;
}

export function showMutation({ file, line, kind, before, after }: Mutation): string {
  return `${file}:${line} (${kind})\n  - ${before}\n  + ${after}`;
}

/** Renders a row for each file, the score, and the survivors. */
export function renderReport(judged: readonly Judged[]): string {
  const rows = [...Map.groupBy(judged, ({ mutation }) => mutation.file)].map(([file, ofFile]) =>
    renderRow(file, ofFile),
  );
  const survivors = judged.filter(({ verdict }) => !wasNoticed(verdict));
  const late = judged.filter((one) => one.late);
  return [
    '| file | mutations | noticed | timed out | survived | score |',
    '|---|---|---|---|---|---|',
    ...rows,
    renderRow('**all**', judged),
    '',
    ...(late.length === 0 ? [] : [`Noticed only by further tests (${late.length}):`]),
    ...late.map(({ mutation }) => `\n${showMutation(mutation)}\n`),
    survivors.length === 0 ? 'Nothing survived.' : `Survived (${survivors.length}):`,
    ...survivors.map(({ mutation, verdict }) => {
      return `\n${showMutation(mutation)}${verdict === 'no tests' ? '\n  no test is near this file' : ''}`;
    }),
  ].join('\n');
}

function renderRow(name: string, judged: readonly Judged[]): string {
  const count = (wanted: string) => judged.filter(({ verdict }) => verdict === wanted).length;
  const noticed = judged.filter(({ verdict }) => wasNoticed(verdict)).length;
  const score = `${Math.round((noticed / judged.length) * 100)} %`;
  const cells = [name, judged.length, noticed, count('timed out'), judged.length - noticed, score];
  return `| ${cells.join(' | ')} |`;
}

/** A mutation that makes the tests hang counts as noticed, too. */
function wasNoticed(verdict: Judged['verdict']): boolean {
  return verdict === 'failed' || verdict === 'timed out';
}

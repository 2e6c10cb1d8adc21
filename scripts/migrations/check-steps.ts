import { createHash } from 'node:crypto';
import type { Migration } from '@hostler/database';
import { findBreaks } from './find-breaks.ts';

/** The last release and the hashes of its migrations. */
export interface Released {
  readonly version: string;
  /** Settings with their defaults for people. */
  readonly settings: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, string>>;
}

export function hashStep({ script }: Migration): string {
  return createHash('sha256').update(script).digest('hex').slice(0, 16);
}

const WAYS_OUT =
  'Add the new beside the old and drop the old one release later; or say breaks: true, or in harmless: "…" why that release works on all the same.';

/** Returns a sentence for each violation. */
export function checkSteps(
  steps: readonly Migration[],
  released: Pick<Released, 'version' | 'steps'>,
  changelog: string,
): string[] {
  const isReleased = ({ id }: Migration) => id in released.steps;
  const added = steps.filter((step) => !isReleased(step));
  const excused = new Set(added.filter(({ breaks, harmless }) => breaks || harmless).map(({ id }) => id));
  const breaks = findBreaks(steps.filter(isReleased), added).filter(({ step }) => !excused.has(step));
  return [
    ...findChanged(steps, released),
    ...findUntold(added, released.version, changelog),
    ...breaks.map(({ step, problem }) => `${step}: ${problem} Version ${released.version} runs beside it. ${WAYS_OUT}`),
  ];
}

function findChanged(
  steps: readonly Migration[],
  { version, steps: known }: Pick<Released, 'version' | 'steps'>,
): string[] {
  const now = new Map(steps.map((step) => [step.id, hashStep(step)]));
  return Object.entries(known).flatMap(([id, hash]) => {
    if (!now.has(id)) return [`${id}: Version ${version} has this step; it cannot be taken away.`];
    return now.get(id) === hash
      ? []
      : [`${id}: Version ${version} was released with another script. Add a step instead.`];
  });
}

/** Operators read in the changelog that processes of the previous version must stop first. */
function findUntold(added: readonly Migration[], version: string, changelog: string): string[] {
  const [unreleased = ''] = changelog.split(`## [${version}]`);
  return added
    .filter(({ id, breaks }) => breaks && !new RegExp(`^- Breaks[^]*?\\b${id}\\b`, 'm').test(unreleased))
    .map(({ id }) => `${id}: It breaks the version before; CHANGELOG.md has no line for it that begins with "Breaks".`);
}

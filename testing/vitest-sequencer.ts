import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that take far longer than their size suggests, mostly waiting. Without times of an earlier run, as in a
 * new clone, Vitest sorts by size: these would start last, and run alone at the end.
 */
const LONG =
  /\/(acceptance\/(a-year|durability|log|slow-disk|tracing)|kernel\/jobs\/clock-jumps|run\/killed|sending\/engine)\.test\.ts$/;

/** Sorts by project, as usual, and within each by long files first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return LONG.test(moduleId) ? 0 : 1;
}

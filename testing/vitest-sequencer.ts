import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes far longer than its size tells, most of it waiting. Where no earlier run has left its times, as in a new
 * clone, Vitest goes by size: these would begin last, and run alone at the end.
 */
const LONG =
  /\/(acceptance\/(a-year|durability|log|slow-disk|tracing)|kernel\/jobs\/clock-jumps|run\/killed|sending\/engine)\.test\.ts$/;

/** Project after project, as always, and in each of them first what takes long. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return LONG.test(moduleId) ? 0 : 1;
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isSlowFile } from './slow-tests.ts';

/**
 * Sorts by project, as usual, and within each by slow files first. Without times of an earlier run, as in a new clone,
 * Vitest sorts by size: long tests, which mostly wait, would start last and run alone at the end.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return isSlowFile(moduleId) ? 0 : 1;
}

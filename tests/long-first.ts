import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longest } from './selection.ts';

/** Begins with the files that take longest: one that begins last keeps its worker busy while all others have ended. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((name) => moduleId.endsWith(name));

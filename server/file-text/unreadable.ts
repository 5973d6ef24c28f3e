import type { FileProblem } from '#domain/ground/file-text.ts';

/** Thrown where a file turns out to have no text that can be read. */
export class Unreadable extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

import type { TableProblem } from '#domain/assistant/knowledge/qna/import/table.ts';

/** Thrown where a file turns out to have no table that can be read. */
export class BadTable extends Error {
  readonly problem: TableProblem;
  /** The sheet or cell, as Excel names it. */
  readonly where: string | undefined;

  constructor(problem: TableProblem, where?: string) {
    super(problem);
    this.problem = problem;
    this.where = where;
  }
}

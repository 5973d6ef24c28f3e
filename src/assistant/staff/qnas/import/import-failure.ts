import type { TFunction } from 'i18next';
import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import { tableProblems, type TableProblem } from '#domain/assistant/knowledge/qna/import/table.ts';
import { failureKindOf, Refused } from '../../../../net/errors.ts';
import { fileProblem } from '../../../../ui/form/file-problem.ts';

/** Returns the refusal of a file that need not be sent; undefined for one that may be imported. */
export function problemWithFile(file: Pick<File, 'name' | 'size'>): Refused | undefined {
  const problem = fileProblem(file, { endings: ['xlsx'], bytes: importLimits.fileBytes });
  if (problem === undefined) return undefined;
  return problem === 'wrongType' ? new Refused(415, 'IMPORT_TYPE', '') : new Refused(413, 'IMPORT_TOO_LARGE', '');
}

const known: ReadonlySet<string> = new Set([
  'IMPORT_TYPE',
  'IMPORT_TOO_LARGE',
  'IMPORT_CLOSED',
  'IMPORT_INVALID',
  'STALE',
  'NOT_FOUND',
]);

/** Returns what happened and what to do, in the reader's language. */
export function importFailureText(t: TFunction<'admin'>, error: unknown): string {
  if (!(error instanceof Refused)) return t(`qnaImport.failure.${failureKindOf(error)}`);
  const { problem, where } = Object(error.details) as { problem?: unknown; where?: string };
  if (typeof problem === 'string' && Object.hasOwn(tableProblems, problem))
    return t(`qnaImport.fileProblem.${problem as TableProblem}`, { where: where ?? '' });
  const { code } = error;
  return known.has(code) ? t(`qnaImport.failure.${code}`) : t([`chat:reason.${code}`, 'chat:reason.other'], { code });
}

/** Returns the rows that have changed since the check, as a refusal names them. */
export function staleRowsIn(error: unknown): { row: number; id: string }[] {
  if (!(error instanceof Refused) || error.code !== 'STALE') return [];
  const { stale } = Object(error.details) as { stale?: { row: number; id: string }[] };
  return Array.isArray(stale) ? stale : [];
}

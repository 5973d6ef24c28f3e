import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileRef } from '#domain/chat.ts';
import type { FileText } from '#domain/file-text.ts';
import { PassageSearch } from '#domain/retrieval/passages.ts';
import type { FileFindings } from '#domain/retrieval/retrieve.ts';

/**
 * Searches the files of a question.
 * @param texts texts of files by hash; a file without one is not the user's, and its command is refused
 */
export async function searchFiles(
  question: string,
  files: readonly FileRef[],
  texts: ReadonlyMap<string, FileText>,
): Promise<FileFindings> {
  const search = new PassageSearch(question);
  const unread: FileFindings['unread'] = [];
  for (const { id, name, sha256 } of files) {
    const text = texts.get(sha256);
    if (text === undefined) continue;
    if ('problem' in text) {
      unread.push({ id, name, problem: text.problem });
      continue;
    }
    for (const page of text.pages) {
      search.add({ id, name }, page);
      await nextTurn(); // lets other requests run between two pages
    }
  }
  return { passages: search.best(), unread };
}

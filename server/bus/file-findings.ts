import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileRef } from '#domain/chat.ts';
import type { FileText } from '#domain/file-text.ts';
import { PassageSearch, passagesOf } from '#domain/retrieval/passages.ts';
import type { FileFindings } from '#domain/retrieval/retrieve.ts';

/** Passages that are prepared in a few milliseconds. */
const passagesAtOnce = 10;

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
      for (const [at, passage] of passagesOf(page.text).entries()) {
        search.add({ id, name }, page.page, passage);
        if (at % passagesAtOnce === 0) await nextTurn(); // lets other requests run in between
      }
    }
  }
  return { passages: search.best(), unread };
}

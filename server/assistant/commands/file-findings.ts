import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileRef } from '#domain/chat/chat.ts';
import type { FileText, TextPage } from '#domain/ground/file-text.ts';
import { findInSheets, type SheetOfFile, withTable } from '#domain/assistant/retrieval/file-sheets.ts';
import { PassageSearch, passagesOf, wordsOfPassage } from '#domain/assistant/retrieval/file-passages.ts';
import type { FileFindings } from '#domain/assistant/retrieval/retrieve.ts';

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
  const sheets: SheetOfFile[] = [];
  for (const { id, name, sha256 } of files) {
    const text = texts.get(sha256);
    if (text === undefined) continue;
    if ('problem' in text) {
      unread.push({ id, name, problem: text.problem });
      continue;
    }
    sheets.push(...(text.sheets ?? []).map((sheet) => ({ file: { id, name }, sheet })));
    for (const page of text.pages) {
      for (const { passage, words } of await preparedOf(page)) search.add({ id, name }, page.page, passage, words);
    }
  }
  const found = findInSheets(question, sheets);
  if (found !== undefined) return { ...found, unread };
  return { passages: search.best().map((passage) => withTable(passage, sheets)), unread };
}

type Prepared = { passage: string; words: ReadonlySet<string> }[];

/** Prepared pages, kept as long as the push whose questions are about them. */
const prepared = new WeakMap<TextPage, Prepared>();

async function preparedOf(page: TextPage): Promise<Prepared> {
  const known = prepared.get(page);
  if (known !== undefined) return known;
  const made: Prepared = [];
  for (const [at, passage] of passagesOf(page.text).entries()) {
    made.push({ passage, words: wordsOfPassage(passage) });
    if (at % passagesAtOnce === 0) await nextTurn(); // lets other requests run in between
  }
  prepared.set(page, made);
  return made;
}

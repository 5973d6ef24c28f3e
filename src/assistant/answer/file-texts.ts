import type { TFunction } from 'i18next';
import type { Answer, AnswerSource, FileNote } from '#domain/chat/chat.ts';

/** Texts about the files of a question, as the answer quotes them. */

export type FileSource = NonNullable<AnswerSource['file']>;

/** Returns the passages of an answer, its own text and its notes as text to copy. */
export function withFiles(t: TFunction<'chat'>, content: string, { sources, fileNotes = [] }: Answer): string {
  const passages = sources.flatMap(({ file }) =>
    file === undefined ? [] : [`${file.passage}\n${file.isTable === true ? '\n' : ''}(${placeOf(t, file)})`],
  );
  return [...passages, content, ...fileNotes.map((note) => noteText(t, note))].join('\n\n');
}

/** Returns where a passage stands: the name of the file, and the page. */
export function placeOf(t: TFunction<'chat'>, { name, page }: Pick<FileSource, 'name' | 'page'>): string {
  return `${name}, ${typeof page === 'number' ? t('passages.page', { page }) : page}`;
}

/** Returns why a file was not searched, in the reader's language where it is known. */
export function noteText(t: TFunction<'chat'>, { problem, name, text }: FileNote): string {
  return t(`fileProblem.${problem}`, { name, defaultValue: text });
}

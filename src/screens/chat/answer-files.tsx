import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Answer, AnswerSource, FileNote } from '#domain/chat.ts';
import styles from './answer.module.css';

type FileSource = NonNullable<AnswerSource['file']>;

/** What the files of a question say, word for word, and which of them were not read. */
export function FilesOfAnswer({ answer }: { answer: Answer }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {answer.sources.map(({ n, file }) => file !== undefined && <Passage key={n} n={n} file={file} />)}
      {answer.fileNotes?.map((note) => (
        <p key={note.id} className={styles.label}>
          {noteText(t, note)}
        </p>
      ))}
    </>
  );
}

/** A passage of a file as plain text: the file is not trusted. */
export function Passage({ n, file }: { n?: number; file: FileSource }) {
  const { t } = useTranslation('chat');
  return (
    <figure className={styles.passage}>
      <blockquote dir="auto">{file.passage}</blockquote>
      <figcaption>
        {n !== undefined && <span className={styles.sourceNumber}>{n}</span>}
        {placeOf(t, file)}
      </figcaption>
    </figure>
  );
}

/** Returns the passages and notes of an answer as text to copy, after its own text. */
export function withFiles(t: TFunction<'chat'>, content: string, { sources, fileNotes = [] }: Answer): string {
  const passages = sources.flatMap(({ file }) =>
    file === undefined ? [] : [`${file.passage}\n(${placeOf(t, file)})`],
  );
  return [content, ...passages, ...fileNotes.map((note) => noteText(t, note))].join('\n\n');
}

function placeOf(t: TFunction<'chat'>, { name, page }: FileSource): string {
  return `${name}, ${typeof page === 'number' ? t('passages.page', { page }) : page}`;
}

function noteText(t: TFunction<'chat'>, { problem, name, text }: FileNote): string {
  return t(`fileProblem.${problem}`, { name, defaultValue: text });
}

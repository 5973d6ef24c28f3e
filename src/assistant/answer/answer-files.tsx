import { useTranslation } from 'react-i18next';
import type { Answer } from '#domain/chat/chat.ts';
import { type FileSource, noteText, placeOf } from './file-texts.ts';
import styles from './answer.module.css';

/** Shows the text of the files of a question, word for word, and names the files that were not read. */
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

import { useTranslation } from 'react-i18next';
import type { Answer } from '#domain/chat/chat.ts';
import { AnswerText } from '../../chat/text/answer-text.tsx';
import { type FileSource, noteText, placeOf } from './file-texts.ts';
import styles from './answer.module.css';

/** Shows the text of the files of a question, word for word. It stands above the text of the answer. */
export function PassagesOfAnswer({ answer }: { answer: Answer }) {
  return answer.sources.map(({ n, file }) => file !== undefined && <Passage key={n} n={n} file={file} />);
}

/** Names the files of a question that were not read. */
export function FileNotes({ answer }: { answer: Answer }) {
  const { t } = useTranslation('chat');
  return answer.fileNotes?.map((note) => (
    <p key={note.id} className={styles.label}>
      {noteText(t, note)}
    </p>
  ));
}

/** A passage of a file: plain text, because the file is not trusted, or a table of its cells. */
export function Passage({ n, file }: { n?: number; file: FileSource }) {
  const { t } = useTranslation('chat');
  return (
    <figure className={styles.passage}>
      {file.isTable === true ? (
        <AnswerText content={file.passage} />
      ) : (
        <blockquote dir="auto">{file.passage}</blockquote>
      )}
      <figcaption>
        {n !== undefined && <span className={styles.sourceNumber}>{n}</span>}
        {placeOf(t, file)}
      </figcaption>
    </figure>
  );
}

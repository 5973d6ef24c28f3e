import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { noteText, placeOf } from '../answer/file-texts.ts';
import { AnswerText } from '../../chat/text/answer-text.tsx';
import { MarkedText } from '../../chat/text/marked-text.tsx';
import { messageText, subjectOf } from '../../chat/parts/message-text.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { dateOf, fullTimeOf } from '../../i18n/times.ts';
import { wholeConversation, type WholeConversation } from './whole-conversation.ts';
import styles from './printed-conversation.module.css';
import type { MessageView } from '../../chat/views/view-types.ts';

interface PrintedConversationProps {
  roomId: string;
  title: string;
  /** Called when it was printed, or could not be. */
  onEnd: () => void;
}

/** Prints a whole conversation. On paper it takes the place of the page; on the screen it is not shown. */
export function PrintedConversation({ roomId, title, onEnd }: PrintedConversationProps) {
  const { t } = useTranslation('chat');
  const session = useSession();
  const [whole, setWhole] = useState<WholeConversation>();
  useEffect(() => {
    let isLeft = false;
    wholeConversation(session, roomId).then(
      (read) => isLeft || setWhole(read),
      () => {
        showNotice({ title: t('export.failed'), tone: 'danger' });
        onEnd();
      },
    );
    return () => {
      isLeft = true;
    };
  }, [session, roomId, t, onEnd]);
  useEffect(() => {
    if (whole === undefined) return undefined;
    addEventListener('afterprint', onEnd, { once: true });
    print();
    return () => removeEventListener('afterprint', onEnd);
  }, [whole, onEnd]);
  return whole && createPortal(<Paper title={title} {...whole} />, document.body);
}

function Paper({ title, messages, others, isCut }: WholeConversation & { title: string }) {
  const { t, i18n } = useTranslation('chat');
  const [first] = messages;
  return (
    <article className={styles.paper} data-paper aria-hidden>
      <h1 dir="auto">{title}</h1>
      {first !== undefined && <p>{dateOf(i18n.language, first.createdAt)}</p>}
      {isCut && <p>{t('export.cut')}</p>}
      {messages.map((message) => (
        <PrintedMessage key={message.id} message={message} isOther={others.has(message.id)} />
      ))}
    </article>
  );
}

function PrintedMessage({ message, isOther }: { message: MessageView; isOther: boolean }) {
  const { t, i18n } = useTranslation('chat');
  const { me } = useSession();
  const { author, createdAt, answer, files, handoff } = message;
  const name = author.id === me.id ? t('author.me') : displayNameOf(t, author.name);
  const subject = subjectOf(message);
  return (
    <section>
      <h2>
        {name} <time dateTime={createdAt}>{fullTimeOf(i18n.language, createdAt)}</time>
      </h2>
      {isOther && <p>{t('export.otherVersion')}</p>}
      {answer?.sources.map(
        ({ n, file }) =>
          file !== undefined && (
            <blockquote key={n} className={styles.passage} dir="auto">
              {file.isTable === true ? <AnswerText content={file.passage} /> : file.passage}
            </blockquote>
          ),
      )}
      {subject !== undefined && <h3 dir="auto">{subject}</h3>}
      <MarkedText content={handoff === undefined ? messageText(t, message) : t('handoff.note')} />
      {answer?.fileNotes?.map((note) => (
        <p key={note.id}>{noteText(t, note)}</p>
      ))}
      {answer !== undefined && answer.sources.length > 0 && (
        <ol className={styles.sources}>
          {answer.sources.map(({ n, question, category, urls, file }) => (
            <li key={n}>{file === undefined ? [question, category, ...urls].join(' · ') : placeOf(t, file)}</li>
          ))}
        </ol>
      )}
      {files.length > 0 && <p>{files.map((file) => file.name).join(', ')}</p>}
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordRow } from '#domain/assistant/wire/records.ts';
import { AnswerText } from '../../../chat/text/answer-text.tsx';
import { useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import styles from './records.module.css';

/** Shows the question before a follow-up and, when it is opened, the turns of the conversation. */
export function QuestionBefore({ id, before }: Pick<RecordRow, 'id' | 'before'>) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  if (before === null) return null;
  return (
    <details className={styles.before} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('records.after')} <span dir="auto">{before}</span>
      </summary>
      {isOpen && <Turns id={id} />}
    </details>
  );
}

function Turns({ id }: Pick<RecordRow, 'id'>) {
  const { t } = useTranslation('admin');
  const remote = useReply('GET /admin-api/records/:id/turns', { params: { id } });
  return (
    <RemoteView remote={remote} words="admin">
      {({ items }) => (
        <dl className={styles.turns}>
          {items.map(({ question, answer, asked_at: at }) => (
            <div key={at}>
              <dt dir="auto">{question}</dt>
              <dd dir="auto">{answer === null ? t('records.fate.asked') : <AnswerText content={answer} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </RemoteView>
  );
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import Zap from 'lucide-react/icons/zap';
import type { AnswerSource } from '#domain/chat/chat.ts';
import type { GuestTurn } from '../../machines/guest-questions.ts';
import { AnswerCalculation } from '../answer/answer-calculation.tsx';
import { CopyAnswer, FurtherQuestions, Suggestions } from '../answer/answer-parts.tsx';
import { SourceItem } from '../answer/source-item.tsx';
import { SourcesSheet } from '../answer/sources-sheet.tsx';
import answerStyles from '../answer/answer.module.css';
import { AnswerText } from '../../chat/text/answer-text.tsx';
import { messageText, subjectOf } from '../../chat/parts/message-text.ts';
import { SourceLinks } from '../../chat/text/source-link.tsx';
import group from '../../chat/messages/message-group.module.css';
import styles from './guest-box.module.css';

interface GuestTurnsProps {
  turns: readonly GuestTurn[];
  /** The question that is being asked. */
  asking: string | undefined;
  onAsk: (text: string) => Promise<unknown>;
}

/** Questions and answers of a guest, oldest first. */
export function GuestTurns({ turns, asking, onAsk }: GuestTurnsProps) {
  const { t } = useTranslation(['guest', 'chat']);
  const end = useRef<HTMLDivElement>(null);
  // A turn taller than the window is shown from its beginning.
  useEffect(() => {
    if (turns.length > 0 || asking !== undefined) end.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [turns.length, asking]);
  return (
    <div ref={end} className={styles.turns} role="log" aria-label={t('chat:conversation.assistantLabel')}>
      {turns.map((turn) => (
        <div key={turn.key} className={styles.turn}>
          <Question text={turn.text} />
          <GuestAnswer turn={turn} onAsk={onAsk} />
        </div>
      ))}
      {asking !== undefined && (
        <div className={styles.turn}>
          <Question text={asking} />
          <p className={styles.small}>{t('chat:awaited.answering')}</p>
        </div>
      )}
    </div>
  );
}

function Question({ text }: { text: string }) {
  return (
    <div className={group.group} data-mine>
      <div className={group.bubble}>
        <p className={group.text} dir="auto">
          {text}
        </p>
      </div>
    </div>
  );
}

function GuestAnswer({ turn, onAsk }: { turn: GuestTurn; onAsk: (text: string) => Promise<unknown> }) {
  const { t } = useTranslation('chat');
  const { answer } = turn;
  const content = messageText(t, turn);
  const subject = subjectOf(turn);
  return (
    <div className={group.group}>
      <span className={group.picture} data-kind="assistant" aria-hidden>
        <Zap />
      </span>
      <div className={group.messages}>
        <div className={group.bubble} data-tone={answer.emergency === true ? 'danger' : undefined}>
          {subject !== undefined && <p className={group.subject}>{subject}</p>}
          <AnswerText content={content} />
        </div>
        <div className={answerStyles.foot}>
          <AnswerCalculation answer={answer} />
          <SourcesSheet
            answer={answer}
            renderSource={(source, isChosen) => <GuestSource key={source.n} source={source} isChosen={isChosen} />}
          />
          <Suggestions answer={answer} onAsk={onAsk} />
          <FurtherQuestions answer={answer} onAsk={onAsk} />
          {answer.handoff.offered && <CopyAnswer content={content} />}
        </div>
      </div>
    </div>
  );
}

/** A source as the answer names it: the whole knowledge base is for users. */
function GuestSource({ source, isChosen }: { source: AnswerSource; isChosen: boolean }) {
  return (
    <SourceItem n={source.n} isChosen={isChosen}>
      <span className={answerStyles.sourceNumber}>{source.n}</span>
      <div>
        <strong>{source.question}</strong>
        <p>{source.category}</p>
        <SourceLinks urls={source.urls} />
      </div>
    </SourceItem>
  );
}

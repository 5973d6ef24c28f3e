import { useTranslation } from 'react-i18next';
import type { HandoffTurn } from '#domain/chat/chat.ts';
import { timeOf } from '../../i18n/times.ts';
import { MarkedText } from '../text/marked-text.tsx';
import { SourceLinks } from '../text/source-link.tsx';
import styles from './handoff-turns.module.css';

/** Questions and answers before a handoff, collapsed below the question itself. */
export function HandoffTurns({ turns }: { turns: readonly HandoffTurn[] }) {
  const { t } = useTranslation('chat');
  if (turns.length === 0) return null;
  const isReport = turns.some(({ kind }) => kind === 'finder');
  return (
    <details className={styles.turns}>
      <summary>{t(isReport ? 'handoff.steps' : 'handoff.turns', { count: turns.length })}</summary>
      <ol>
        {turns.map((turn) => (
          <Turn key={`${turn.at} ${turn.kind} ${turn.text}`} turn={turn} />
        ))}
      </ol>
    </details>
  );
}

function Turn({ turn }: { turn: HandoffTurn }) {
  const { t, i18n } = useTranslation('chat');
  return (
    <li>
      {turn.kind !== 'finder' && (
        <p className={styles.head}>
          {t(turn.kind === 'user' ? 'handoff.asked' : 'handoff.answered')}
          <time dateTime={turn.at}>{timeOf(i18n.language, turn.at)}</time>
        </p>
      )}
      <MarkedText content={turn.text} />
      {turn.sources.length > 0 && (
        <ul className={styles.sources} aria-label={t('sources.title')}>
          {turn.sources.map(({ question, urls }) => (
            <li key={question}>
              <span>{question}</span>
              <SourceLinks urls={urls} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOnline } from '../../ui/online.ts';
import { chatTypeOf } from './chat-types.ts';
import { MarkedWords } from './marked-words.tsx';
import { pathOfFound } from './path-of-found.ts';
import { useSearch } from './use-search.ts';
import styles from './past.module.css';
import type { RoomView } from '../../chat/views/view-types.ts';

interface FoundListProps {
  query: string;
  /** The user's conversations with the assistant, of all topics, newest first. */
  rooms: readonly RoomView[];
  /** Called when a conversation is chosen. */
  onLeave: () => void;
}

/** Conversations that a search has found, with the words marked. Choosing one opens it at the message. */
export function FoundList({ query, rooms, onLeave }: FoundListProps) {
  const { t } = useTranslation('chat');
  const isOnline = useOnline();
  const { words, found, isCut, server } = useSearch(query, rooms);
  const status = isOnline ? server : 'unreachable';
  return (
    <>
      <output className={styles.status}>
        {found?.length === 0 && server !== 'searching' && <span>{t('search.none', { query })}</span>}
        {found !== undefined && found.length > 0 && <span>{t('search.count', { count: found.length })}</span>}
        {isCut && <span>{t('search.cut')}</span>}
        {status !== 'done' && <span>{t(`search.${status}`)}</span>}
      </output>
      <ul className={styles.rows} aria-label={t('search.results')}>
        {found?.map((each) => (
          <li key={each.roomId} className={styles.row}>
            <Link to={pathOfFound(each)} onClick={onLeave}>
              <span className={styles.title} dir="auto">
                <MarkedWords text={each.title || t('conversations.untitled')} words={words} />
              </span>
              {each.message !== undefined && (
                <span className={styles.excerpt} dir="auto">
                  <MarkedWords text={each.message.excerpt} words={words} />
                </span>
              )}
              <small>{t(`topic.${chatTypeOf(each.type).name}`)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

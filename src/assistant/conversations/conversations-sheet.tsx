import { useState, Children } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { PastList } from './past-list.tsx';
import type { RoomView } from '../../chat/views/view-types.ts';
import { searchChars } from '#domain/ground/search-input.ts';
import { useOnline } from '../../ui/online.ts';
import { topicOf } from './chat-types.ts';
import { pathOfFound } from './path-of-found.ts';
import { useSearch } from './use-search.ts';
import { markedParts } from '#domain/ground/text-search.ts';
import styles from './past.module.css';

interface ConversationsSheetProps {
  open: boolean;
  onClose: () => void;
  /** Of this topic, newest first. */
  rooms: RoomView[];
  /** Conversations of all topics, newest first, in which the search looks. */
  all: RoomView[];
  currentId: string | undefined;
  onPrint: (conversation: { roomId: string; title: string }) => void;
}

/** Sheet with the past conversations of this topic, and a search over those of all topics. */
export function ConversationsSheet({ open, onClose, ...past }: ConversationsSheetProps) {
  const { t } = useTranslation('chat');
  return (
    <Dialog open={open} onClose={onClose} title={t('conversations.title')} place="side">
      {open && <Past onClose={onClose} {...past} />}
    </Dialog>
  );
}

function Past({ rooms, all, currentId, onPrint, onClose }: Omit<ConversationsSheetProps, 'open'>) {
  const { t } = useTranslation('chat');
  const [query, setQuery] = useState('');
  return (
    <>
      <SearchBox
        className={styles.search}
        label={t('search.label')}
        value={query}
        maxLength={searchChars}
        onChange={setQuery}
      />
      {query.trim() !== '' ? (
        <FoundList query={query} rooms={all} onLeave={onClose} />
      ) : rooms.length === 0 ? (
        <p>{t('conversations.none')}</p>
      ) : (
        <PastList rooms={rooms} currentId={currentId} onPrint={onPrint} onLeave={onClose} />
      )}
    </>
  );
}

interface FoundListProps {
  query: string;
  /** The user's conversations with the assistant, of all topics, newest first. */
  rooms: readonly RoomView[];
  /** Called when a conversation is chosen. */
  onLeave: () => void;
}

/** Conversations that a search has found, with the words marked. Choosing one opens it at the message. */
function FoundList({ query, rooms, onLeave }: FoundListProps) {
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
              <small>{t(`topic.${topicOf(each.type).name}`)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A text with the words of a search marked in it. */
function MarkedWords({ text, words }: { text: string; words: readonly string[] }) {
  return Children.toArray(
    markedParts(text, words).map((part) => (part.isFound ? <mark>{part.text}</mark> : part.text)),
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { FoundList } from './found-list.tsx';
import { PastList } from './past-list.tsx';
import styles from './past.module.css';
import type { RoomView } from '../../chat/views/view-types.ts';
import { searchChars } from '#domain/ground/search-input.ts';

interface ConversationsSheetProps {
  open: boolean;
  onClose: () => void;
  /** Of this topic, newest first. */
  rooms: RoomView[];
  /** Of all topics, newest first: what the search looks in. */
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

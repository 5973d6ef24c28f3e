import { useRef, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useNow } from '../../ui/now.ts';
import { SyncState } from './sync-state.tsx';
import { useWaitingCommands, type WaitingCommand } from './waiting-commands.ts';
import { WaitingRow } from './waiting-row.tsx';
import styles from './waiting.module.css';
import { useDiscard } from '../discard/discard-command.ts';
import { undoNewest } from '../discard/undo-burst.ts';

/** Page with all commands that are not confirmed yet, and the refused ones, which need a decision. */
export function WaitingScreen() {
  const { t } = useTranslation('chat');
  const now = useNow(10_000);
  const things = useWaitingCommands();
  const discard = useDiscardWithUndoKeys();
  const page = useRef<HTMLDivElement>(null);
  if (things === undefined) return <Skeleton label={t('waitingPage.loading')} lines={4} shape="row" />;
  const handleDiscard = (cmdId: string, title: string) => {
    void discard(cmdId, title);
    // The button disappears with its row: keyboard navigation continues from this page, not from the top of the app.
    page.current?.focus({ preventScroll: true });
  };
  const listed = (list: WaitingCommand[]) => (
    <ul className={styles.list}>
      {list.map((thing) => (
        <WaitingRow key={thing.item.cmdId} thing={thing} now={now} onDiscard={handleDiscard} />
      ))}
    </ul>
  );
  const refused = things.filter(({ item }) => item.state === 'refused');
  const others = things.filter(({ item }) => item.state !== 'refused');
  return (
    <div ref={page} tabIndex={-1} className={styles.page}>
      <SyncState
        waiting={others.filter(({ item }) => item.state !== 'sent').length}
        needYou={refused.length}
        now={now}
      />
      {things.length === 0 && (
        <EmptyState icon={<CircleCheckBig />} title={t('waitingPage.emptyTitle')}>
          {t('waitingPage.emptyText')}
        </EmptyState>
      )}
      {refused.length > 0 && (
        <section aria-labelledby="need-you">
          <h2 id="need-you">{t('waitingPage.needYou')}</h2>
          <p className={styles.lead}>{t('waitingPage.needYouText')}</p>
          {listed(refused)}
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting">{t('waitingPage.waiting')}</h2>
          <p className={styles.lead}>{t('waitingPage.waitingText')}</p>
          {listed(others)}
        </section>
      )}
    </div>
  );
}

/** Returns a function that discards a command and offers undo: a button restores all, Control+Z the newest. */
function useDiscardWithUndoKeys(): (cmdId: string, title: string) => Promise<void> {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (isUndo && !isTyping && undoNewest()) event.preventDefault();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
  return useDiscard();
}

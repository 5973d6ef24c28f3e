import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { useNavigate } from 'react-router-dom';
import BookOpen from 'lucide-react/icons/book-open';
import { categoryOf, textsIn } from '#domain/ground/knowledge.ts';
import { trialIsUsedUp } from '#domain/account/permissions.ts';
import { askQuestion } from '../calls/question-ask.ts';
import { savedEntryOf } from '../knowledge/saved-knowledge.ts';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { SourceEntry } from '../answer/source-entry.tsx';
import answer from '../answer/answer.module.css';
import styles from './finder.module.css';

/** Links to the entries that explain a cause, as this device has them; each opens in a sheet. */
export function CitedEntries({ ids }: { ids: readonly string[] }) {
  const { t, i18n } = useTranslation('chat');
  const { db, ctx } = useSession();
  const me = useFreshMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<string>();
  const sources = useLiveQuery(async () => {
    const found = await Promise.all(ids.map((id) => savedEntryOf(db, id)));
    return found.flatMap((each) => {
      if (each === undefined) return [];
      const { question } = textsIn(each.entry, i18n.language.startsWith('ko'));
      const { id, urls } = each.entry;
      return [{ n: 1, qnaId: id, question, urls, category: categoryOf(each.entry), score: 1 }];
    });
  }, [db, ids, i18n.language]);
  const chosen = sources?.find(({ qnaId }) => qnaId === open);
  const ask = async (text: string) => {
    try {
      const { roomId } = await askQuestion(ctx, { text, chatType: 1 });
      await navigate(`/chat/general?c=${roomId}`);
    } catch {
      showNotice({ title: t('menu.notKept'), tone: 'danger' });
    }
  };
  if (sources === undefined || sources.length === 0) return null;
  return (
    <>
      <ul className={styles.entries}>
        {sources.map(({ qnaId, question }) => (
          <li key={qnaId}>
            <button type="button" className={styles.entry} onClick={() => setOpen(qnaId)}>
              <BookOpen aria-hidden />
              {question}
            </button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <Dialog
          open
          onClose={() => setOpen(undefined)}
          title={t('finder.entry')}
          place="side"
          footer={
            trialIsUsedUp(me) ? undefined : (
              <Button variant="primary" onClick={() => void ask(chosen.question)}>
                {t('finder.askEntry')}
              </Button>
            )
          }
        >
          <ol className={answer.sourceList}>
            <SourceEntry source={chosen} isChosen />
          </ol>
        </Dialog>
      )}
    </>
  );
}

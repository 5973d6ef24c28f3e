import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PastImport, UndoReply } from '#domain/assistant/wire/qna-imports.ts';
import { useSession } from '../../../../session/session-context.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useNow } from '../../../../ui/now.ts';
import { useAttempt } from '../../../../ui/use-attempt.ts';
import { useReply } from '../../../../shell/remote/remote.ts';
import { RemoteView } from '../../../../shell/remote/remote-view.tsx';
import { momentOf } from '../../../../i18n/times.ts';
import { importFailureText } from './import-failure.ts';
import { call } from '../../../../net/call.ts';
import basics from '../../../../ui/basics.module.css';
import styles from './import.module.css';

/** Earlier imports, the newest first, each with a way to undo it. */
export function PastImports({ onUndone }: { onUndone: (past: PastImport, reply: UndoReply) => void }) {
  const { t } = useTranslation('admin');
  const past = useReply('GET /qnas/imports');
  return (
    <section className={styles.past} aria-label={t('qnaImport.past')}>
      <h3>{t('qnaImport.past')}</h3>
      <RemoteView remote={past} words="admin">
        {({ items }) =>
          items.length === 0 ? (
            <p className={basics.quiet}>{t('qnaImport.noPast')}</p>
          ) : (
            <ul>
              {items.map((each) => (
                <PastItem
                  key={each.import_id}
                  past={each}
                  onUndone={(reply) => {
                    past.reload();
                    onUndone(each, reply);
                  }}
                />
              ))}
            </ul>
          )
        }
      </RemoteView>
    </section>
  );
}

function PastItem({ past, onUndone }: { past: PastImport; onUndone: (reply: UndoReply) => void }) {
  const { t, i18n } = useTranslation('admin');
  const now = useNow();
  const { api } = useSession();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, run } = useAttempt((error) => importFailureText(t, error));
  const [key] = useState(() => crypto.randomUUID());
  const nameOf = (name: string | null) => name ?? t('rateCard.gone');
  const when = (iso: string) => momentOf(i18n.language, Date.parse(iso), now);
  const handleUndo = async () => {
    const done = await run(() => call(api, 'POST /qnas/imports/:id/undo', { params: { id: past.import_id }, key }));
    setAsked(false);
    if (done !== undefined) onUndone(done.result);
  };
  return (
    <li>
      <div>
        <strong>{past.file_name}</strong>
        <small>
          {nameOf(past.made_by)}, {when(past.committed_at)}
        </small>
        <small>{t('qnaImport.counts', { ...past })}</small>
        {past.undone_at !== null && (
          <small>
            {t('qnaImport.undoneBy', { who: nameOf(past.undone_by), when: when(past.undone_at) })}
            {past.kept > 0 && ` ${t('qnaImport.keptCount', { count: past.kept })}`}
          </small>
        )}
        <output>{problem}</output>
      </div>
      {past.state === 'committed' && !isAsked && (
        <Button small aria-label={t('qnaImport.undoOf', { name: past.file_name })} onClick={() => setAsked(true)}>
          {t('qnaImport.undo')}
        </Button>
      )}
      {past.state === 'committed' && isAsked && (
        <div className={styles.sure}>
          <span>{t('qnaImport.undoMeans')}</span>
          <Button small onClick={() => setAsked(false)}>
            {t('common:action.cancel')}
          </Button>
          <Button small variant="danger" busy={isBusy} onClick={() => void handleUndo()}>
            {t('qnaImport.undoSure')}
          </Button>
        </div>
      )}
    </li>
  );
}

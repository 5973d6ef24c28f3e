import { use, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { waitingCount } from '../../db/unsent-commands.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useSession, useSync } from '../../session/session-context.tsx';
import { saveTyping } from '../../session/typing-kept.ts';
import { UpdateContext } from './update-context.ts';

/**
 * Dialog shown when the server no longer accepts this version of the app. It opens after the typed texts have been
 * saved, and its only action is the update.
 */
export function OutdatedDialog() {
  const isOutdated = useSync(({ phase }) => phase === 'outdated');
  const [isSafe, setSafe] = useState(false);
  useEffect(() => {
    if (!isOutdated) return;
    // On a full disk the text stays in its field; the update tries to save it again before the reload.
    void saveTyping()
      .catch(() => undefined)
      .then(() => setSafe(true));
  }, [isOutdated]);
  return isOutdated && isSafe ? <OutdatedNotice /> : null;
}

function OutdatedNotice() {
  const { t } = useTranslation();
  const { db } = useSession();
  const update = use(UpdateContext);
  const { applying } = useSyncExternalStore(
    (listener) => update.subscribe(listener),
    () => update.state(),
  );
  const counts = useLiveQuery(() => waitingCount(db), [db]);
  const waiting = counts === undefined ? 0 : counts.waiting + counts.needYou;
  return (
    <Dialog
      open
      title={t('outdated.title')}
      description={
        <>
          <p>{t('outdated.text')}</p>
          {waiting > 0 && <p>{t('outdated.waiting', { count: waiting })}</p>}
        </>
      }
      footer={
        <Button variant="primary" busy={applying} onClick={() => void update.require()}>
          {t(applying ? 'update.applying' : 'outdated.update')}
        </Button>
      }
    />
  );
}

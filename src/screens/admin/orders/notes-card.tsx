import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { limits } from '#domain/limits.ts';
import type { OrderDesk } from '#domain/protocol/admin-orders.ts';
import { cutText, isBlank } from '#domain/text.ts';
import { clearDraft, draftOf, saveDraft } from '../../../db/drafts.ts';
import { addOrderNote } from '../../../net/admin-orders.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { useNow } from '../../../ui/now.ts';
import { useOnline } from '../../../ui/online.ts';
import { fullTimeOf, momentOf } from '../../words/times.ts';
import { Failure } from './failure.tsx';
import { useWrite } from './use-write.ts';
import styles from './orders.module.css';

interface NotesCardProps {
  orderId: string;
  /** Newest first. */
  entries: OrderDesk['entries'];
  onChanged: () => void;
}

/** What staff wrote about an order among themselves. */
export function NotesCard({ orderId, entries, onChanged }: NotesCardProps) {
  const { t } = useTranslation('admin');
  const { api, db } = useSession();
  const isOnline = useOnline();
  const key = `note of order/${orderId}`;
  const kept = useLiveQuery(() => draftOf<string>(db, key), [db, key]);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? kept ?? '';
  // Kept on this device until it is sent. If it cannot be kept, it stays in the field until the page is left.
  const setText = (next: string) => {
    setTyped(next);
    void (next === '' ? clearDraft(db, key) : saveDraft(db, key, next)).catch(() => undefined);
  };
  const { isBusy, problem, run } = useWrite();
  const handleAdd = async () => {
    if (!(await run(text, (once) => addOrderNote(api, orderId, text, once)))) return;
    setText('');
    onChanged();
  };
  return (
    <Card title={t('orders.notes')}>
      <div className={styles.stack}>
        <Field
          label={t('orders.newNote')}
          hint={t('orders.noteHint')}
          value={text}
          lines={3}
          onChange={(next) => setText(cutText(next, limits.reasonChars))}
        />
        <div>
          <Button busy={isBusy} disabled={!isOnline || isBlank(text)} onClick={() => void handleAdd()}>
            {t('orders.addNote')}
          </Button>
        </div>
        {!isBlank(text) && <Failure problem={problem} />}
        {entries.length > 0 && (
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Entry({ entry: { kind, author, expert, at, text } }: { entry: OrderDesk['entries'][number] }) {
  const { t, i18n } = useTranslation('admin');
  const now = useNow();
  return (
    <li>
      <small>
        {author} · <time title={fullTimeOf(i18n.language, at)}>{momentOf(i18n.language, at, now)}</time>
      </small>
      {kind === 'expert' && <p>{t('orders.inCharge', { name: expert ?? t('orders.nobody') })}</p>}
      {text !== '' && <p>{text}</p>}
    </li>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { OrderDesk } from '#domain/order/wire/admin-orders.ts';
import { cutText, isBlank } from '#domain/ground/text.ts';
import { writeNote } from '../calls/order-note.ts';
import { clearDraft, draftOf, saveDraft } from '../../../db/drafts.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useReasonText } from '../../../i18n/reason-text.ts';
import { Moment } from '../../../i18n/moment.tsx';
import { useDiscardChange } from '../parts/use-discard.ts';
import { WaitingBanner } from '../parts/waiting-banner.tsx';
import { Failure } from '../../../staff/failure.tsx';
import styles from '../parts/orders.module.css';

interface NotesCardProps {
  orderId: string;
  /** Newest first. */
  entries: OrderDesk['entries'];
  /** Notes that are not settled, oldest first. */
  open: readonly OpenCommand<'order.note'>[];
}

/** Shows the notes that staff wrote about an order among themselves. */
export function NotesCard({ orderId, entries, open }: NotesCardProps) {
  const { t } = useTranslation('admin');
  // A note has the id of its command: once the server has replied with it, it no longer waits.
  const waiting = open.filter(({ entry }) => entries.every(({ id }) => id !== entry.cmdId));
  return (
    <Card title={t('orders.notes')}>
      <div className={styles.stack}>
        <NewNote orderId={orderId} />
        {waiting.length + entries.length > 0 && (
          <ul className={styles.entries}>
            {waiting.toReversed().map((note) => (
              <WaitingNote key={note.entry.cmdId} note={note} />
            ))}
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function NewNote({ orderId }: { orderId: string }) {
  const { t } = useTranslation('admin');
  const { ctx, db } = useSession();
  const key = `note of order/${orderId}`;
  const kept = useLiveQuery(() => draftOf<string>(db, key), [db, key]);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const text = typed ?? kept ?? '';
  // Kept on this device until it is sent. If it cannot be kept, it stays in the field until the page is left.
  const setText = (next: string) => {
    setTyped(next);
    void (next === '' ? clearDraft(db, key) : saveDraft(db, key, next)).catch(() => undefined);
  };
  const handleAdd = async () => {
    try {
      await writeNote(ctx, { orderId, text }, { key, change: () => undefined });
      setTyped('');
      setProblem(undefined);
    } catch {
      setProblem(t('orders.notKept'));
    }
  };
  return (
    <>
      <Field
        label={t('orders.newNote')}
        hint={t('orders.noteHint')}
        value={text}
        lines={3}
        onChange={(next) => setText(cutText(next, orderLimits.reasonChars))}
      />
      <div>
        <Button disabled={isBlank(text)} onClick={() => void handleAdd()}>
          {t('orders.addNote')}
        </Button>
      </div>
      {!isBlank(text) && <Failure waits problem={problem} />}
    </>
  );
}

/** A note that is not at the server yet, or that it has refused. */
function WaitingNote({ note }: { note: OpenCommand<'order.note'> }) {
  const { t } = useTranslation('admin');
  const reasonText = useReasonText();
  const discard = useDiscardChange();
  const { args, cmdId } = note.entry;
  const what = t('orders.newNote');
  return (
    <li>
      {note.state === 'refused' ? (
        <Banner
          tone="danger"
          action={
            <Button small onClick={() => void discard(cmdId, what)}>
              {t('common:action.discard')}
            </Button>
          }
        >
          {t('orders.refused.title', { step: what, reason: reasonText(note.reason) })}
        </Banner>
      ) : (
        <WaitingBanner command={note} what={what} />
      )}
      <p>{args.text}</p>
    </li>
  );
}

function Entry({ entry: { kind, author, expert, at, text } }: { entry: OrderDesk['entries'][number] }) {
  const { t } = useTranslation('admin');
  return (
    <li>
      <small>
        {author} · <Moment at={at} />
      </small>
      {kind === 'expert' && <p>{t('orders.inCharge', { name: expert ?? t('orders.nobody') })}</p>}
      {text !== '' && <p>{text}</p>}
    </li>
  );
}

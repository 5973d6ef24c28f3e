import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import type { FileRef } from '#domain/chat/chat.ts';
import { isBlank } from '#domain/ground/text.ts';
import { requestHandoff } from '../calls/handoff-request.ts';
import { questionWithin, turnsOf } from '../../order/views/handed-message.ts';
import { orderOf } from '../../order/views/order-views.ts';
import { messagesOf } from '../../chat/views/message-views.ts';
import { lastShownOrder } from '../../order/views/last-shown-order.ts';
import { useSession } from '../../session/session-context.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useOnline } from '../../ui/online.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { sizeText } from '../../chat/parts/file-bytes.ts';
import { HandoffTurns } from '../../chat/messages/handoff-turns.tsx';
import { MarkedText } from '../../chat/text/marked-text.tsx';
import { handoffOf } from './handoff-of.ts';
import styles from './handoff-card.module.css';
import { handoffNoteChars } from '#domain/chat/handoff-turn.ts';

interface HandoffCardProps {
  roomId: string;
  questionId: string;
  /** Note that the user has written so far; it outlives the dialog. */
  note: string;
  onNote: (note: string) => void;
  onClose: () => void;
  /** Called when it is about to be sent. */
  onSend: () => void;
}

/** Shows what the experts will get with a question, and hands it over. */
export function HandoffCard({ roomId, questionId, note, onNote, onClose, onSend }: HandoffCardProps) {
  const { t } = useTranslation('chat');
  const { ctx, db, me } = useSession();
  const online = useOnline();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  // The order that was shown last may have nothing to do with the question, so it goes along only when chosen.
  const [withOrder, setWithOrder] = useState(false);
  const { isBusy, run } = useAttempt(() => showNotice({ title: t('handoff.failed'), tone: 'danger' }));
  const messages = useLiveQuery(
    async () => (await messagesOf(db, me, roomId, questionWithin)).messages,
    [db, me, roomId],
  );
  const order = useLiveQuery(async () => {
    const id = lastShownOrder();
    const found = id === undefined ? undefined : await orderOf(db, me, id);
    // The server may not have an order that is still pending.
    return found?.pending === false ? found : undefined;
  }, [db, me]);
  if (messages === undefined) return null;

  const handoff = handoffOf(messages, questionId);
  const choose = (key: string) => (isChosen: boolean) =>
    setLeftOut((before) => new Set(isChosen ? [...before].filter((other) => other !== key) : [...before, key]));
  const isTooLong = note.length > handoffNoteChars;
  const send = async () => {
    onSend();
    await requestHandoff(ctx, {
      roomId,
      ...handoff,
      files: handoff.files.filter(({ sha256 }) => !leftOut.has(sha256)),
      ...(isBlank(note) ? {} : { note }),
      ...(order === undefined || !withOrder ? {} : { orderId: order.id }),
    });
    const detail = t(online ? 'handoff.doneText' : 'handoff.doneOffline');
    showNotice({ title: t('handoff.done'), detail, tone: 'ok' });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('answer.askExpert')}
      description={t('handoff.intro')}
      action={t('handoff.send')}
      onAction={() => run(send)}
      busy={isBusy}
      disabled={isTooLong}
    >
      <blockquote className={styles.question}>
        <MarkedText content={messages.find(({ id }) => id === questionId)?.content ?? ''} />
      </blockquote>
      <Field
        label={t('handoff.tried')}
        hint={t('handoff.optional')}
        error={isTooLong ? t('handoff.tooLong', { max: handoffNoteChars }) : undefined}
        lines={3}
        value={note}
        onChange={onNote}
      />
      <HandoffTurns turns={turnsOf(messages, handoff)} />
      <Files files={handoff.files} leftOut={leftOut} choose={choose} />
      {order !== undefined && (
        <Checkbox
          label={t('handoff.aboutOrder', { number: order.number })}
          checked={withOrder}
          onChange={setWithOrder}
        />
      )}
    </FormDialog>
  );
}

interface FilesProps {
  files: readonly FileRef[];
  leftOut: ReadonlySet<string>;
  choose: (key: string) => (isChosen: boolean) => void;
}

/** The files that go along, each of which can be left out. */
function Files({ files, leftOut, choose }: FilesProps) {
  const { t, i18n } = useTranslation('chat');
  if (files.length === 0) return null;
  return (
    <fieldset className={styles.files}>
      <legend>{t('handoff.files')}</legend>
      {files.map(({ sha256, name, size }) => (
        <Checkbox
          key={sha256}
          label={`${name} (${sizeText(i18n.language, size)})`}
          checked={!leftOut.has(sha256)}
          onChange={choose(sha256)}
        />
      ))}
    </fieldset>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import Headset from 'lucide-react/icons/headset';
import { canChatWithExperts } from '#domain/account/permissions.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import { cutText, isBlank } from '#domain/ground/text.ts';
import { openRoom } from '../../chat/calls/room-open.ts';
import { sendMessage } from '../../chat/calls/chat-send.ts';
import { roomsOf } from '../../chat/views/room-views.ts';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useOnline } from '../../ui/online.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import type { FindingProps } from './finding-props.ts';
import { type KeptWalk, walkKey } from './kept-walk.ts';
import { pathText, reportText, stepTexts } from './path-text.ts';
import styles from './finder.module.css';
import { handoffNoteChars, turnChars } from '#domain/chat/handoff-turn.ts';

/** Sends the path to the experts, as a message in the chat with them. */
export function SendReport(about: FindingProps) {
  const { t } = useTranslation('chat');
  const me = useFreshMe();
  const [isOpen, setOpen] = useState(false);
  const { sentTo } = about.kept;
  return (
    <section className={styles.way} aria-label={t('finder.expert')}>
      <strong>{t('finder.expert')}</strong>
      <p>{t(sentTo === undefined ? 'finder.expertText' : 'finder.sentText')}</p>
      {!canChatWithExperts(me) ? (
        <Link to="/pricing" className={buttonClass} data-variant="ghost" data-small>
          {t('handoff.plans')}
        </Link>
      ) : sentTo !== undefined ? (
        <Link to={`/chat/chat-with-expert?room=${sentTo}`} className={buttonClass} data-variant="secondary">
          {t('finder.openChat')}
        </Link>
      ) : (
        <Button icon={<Headset aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('finder.report')}
        </Button>
      )}
      {isOpen && <ReportDialog {...about} onClose={() => setOpen(false)} />}
    </section>
  );
}

function ReportDialog({ tree, walk, finding, kept, change, onClose }: FindingProps & { onClose: () => void }) {
  const { t, i18n } = useTranslation('chat');
  const { ctx, db, me } = useSession();
  const online = useOnline();
  const [note, setNote] = useState(kept.note ?? '');
  const { isBusy, run } = useAttempt(() => showNotice({ title: t('finder.notSent'), tone: 'danger' }));
  const path = pathText(t, i18n.language, tree, walk);
  const isTooLong = note.length > noteChars;
  const write = (text: string) => {
    setNote(text);
    change((before) => ({ ...before, note: text }));
  };
  const send = async () => {
    const mine = (room: { type: number; customerId: string | null }) =>
      room.type === roomTypes.expert && room.customerId === me.id;
    const roomId = (await roomsOf(db, me)).find(mine)?.id ?? (await openRoom(ctx, { type: roomTypes.expert }));
    const steps = stepTexts(i18n.language, walk.taken).map((text) => cutText(text, turnChars, '…'));
    // In one transaction with the message, so that it is sent once.
    const noted = {
      key: walkKey(tree.id),
      change: (before: unknown) => ({ path: kept.path, ...(before as KeptWalk | undefined), sentTo: roomId }),
    };
    const content = reportText(t, i18n.language, tree, finding);
    await sendMessage(ctx, { roomId, content, files: [], steps, ...(isBlank(note) ? {} : { note }) }, noted);
    showNotice({
      title: t('finder.sent'),
      detail: t(online ? 'finder.sentText' : 'handoff.doneOffline'),
      tone: 'ok',
    });
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('finder.report')}
      description={t('finder.reportText')}
      action={t('finder.send')}
      onAction={() => run(send)}
      busy={isBusy}
      disabled={isTooLong}
    >
      <Field
        label={t('finder.note')}
        hint={t('handoff.optional')}
        error={isTooLong ? t('handoff.tooLong', { max: noteChars }) : undefined}
        lines={3}
        value={note}
        onChange={write}
      />
      <pre className={styles.report}>{path}</pre>
    </FormDialog>
  );
}

const noteChars = handoffNoteChars;

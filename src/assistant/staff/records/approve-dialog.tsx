import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DraftReply } from '#domain/assistant/wire/records.ts';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass, buttonRow } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { remoteFailureOf, useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { call } from '../../../net/call.ts';
import styles from './records.module.css';

interface ApproveDialogProps {
  messageId: string;
  onClose: () => void;
}

/** Makes the draft of a Q&A from an expert's reply; its texts are edited first. */
export function ApproveDialog({ messageId, onClose }: ApproveDialogProps) {
  const { t } = useTranslation('admin');
  const remote = useReply('GET /experts/messages/:id/draft', { params: { id: messageId } });
  return (
    <Dialog
      open
      place="wide"
      onClose={onClose}
      title={t('records.approve.title')}
      description={t('records.approve.text')}
    >
      <RemoteView remote={remote} words="admin">
        {(draft) =>
          draft.qna_draft_id === null ? (
            <ApproveForm draft={draft} onClose={onClose} />
          ) : (
            <ApprovalNotice id={draft.qna_draft_id} />
          )
        }
      </RemoteView>
    </Dialog>
  );
}

function ApproveForm({ draft, onClose }: { draft: DraftReply; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const [question, setQuestion] = useState(draft.question);
  const [answer, setAnswer] = useState(draft.answer);
  const [key] = useState(() => crypto.randomUUID());
  const [isTried, setTried] = useState(false);
  const { isBusy, problem, run } = useAttempt((error) => {
    const isOwn = error instanceof Refused && error.code === 'FORBIDDEN';
    return t(isOwn ? 'records.approve.own' : `records.failed.${remoteFailureOf(error).kind}`);
  });
  const [made, setMade] = useState<string>();
  if (made !== undefined) return <ApprovalNotice id={made} />;
  const errorOf = (text: string, most: number) =>
    text.trim() === '' && isTried
      ? t('records.approve.required')
      : text.length > most
        ? t('records.approve.long', { most })
        : undefined;
  const handleMake = async () => {
    setTried(true);
    if (question.trim() === '' || answer.trim() === '' || question.length > 500 || answer.length > 10_000) return;
    const given = { params: { id: draft.id }, body: { question, answer }, key };
    const done = await run(() => call(api, 'POST /experts/messages/:id/approve', given));
    setMade(done?.result.qna_draft_id);
  };
  return (
    <div className={styles.sheet}>
      <Banner tone="warn">{t('records.approve.names')}</Banner>
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      <Field
        label={t('records.column.question')}
        error={errorOf(question, 500)}
        lines={2}
        value={question}
        onChange={setQuestion}
      />
      <Field
        label={t('records.approve.answer')}
        error={errorOf(answer, 10_000)}
        lines={8}
        value={answer}
        onChange={setAnswer}
      />
      <div className={buttonRow}>
        <Button variant="primary" busy={isBusy} onClick={() => void handleMake()}>
          {t('records.approve.make')}
        </Button>
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}

function ApprovalNotice({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.sheet}>
      <Banner tone="ok">{t('records.approve.made')}</Banner>
      <div className={buttonRow}>
        <Link to={`/admin/knowledges?edit=${id}`} className={buttonClass} data-variant="primary">
          {t('records.approve.open')}
        </Link>
      </div>
    </div>
  );
}

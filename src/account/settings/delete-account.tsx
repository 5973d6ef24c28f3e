import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import Trash2 from 'lucide-react/icons/trash-2';
import type { DeletionReply } from '#domain/account/wire/accounts.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { Refused, Unreachable } from '../../net/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useOnline } from '../../ui/online.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { failureText } from '../../shell/remote/failure-text.ts';
import { remoteFailureOf, type Remote, useReply } from '../../shell/remote/remote.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { useMe, useSession } from '../../session/session-context.tsx';
import { dateOf } from '../../i18n/times.ts';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

/** Deletion of the user's account: the request, its due date, and its cancellation. */
export function DeleteAccount({ above }: { above: Remote<unknown> }) {
  const { t } = useTranslation('company');
  const me = useMe();
  const remote = useReply('GET /users/me/deletion');
  const [isAsking, setAsking] = useState(false);
  const online = useOnline();
  return (
    <Card title={t('leave.title')}>
      <div className={styles.fields}>
        {isStaff(me) ? (
          <p className={styles.lead}>{t('leave.staff')}</p>
        ) : (
          <RemoteView remote={remote} words="company" above={above}>
            {(value) =>
              value.deletion_due_at === null ? (
                <>
                  <p className={styles.lead}>{t('leave.text')}</p>
                  <div className={styles.add}>
                    <Button icon={<Trash2 aria-hidden />} disabled={!online} onClick={() => setAsking(true)}>
                      {t('leave.ask')}
                    </Button>
                    {!online && <small>{t('remote.needed')}</small>}
                  </div>
                  {isAsking && (
                    <AskDialog
                      proof={value.proof}
                      onClose={() => setAsking(false)}
                      onAsked={() => {
                        setAsking(false);
                        remote.reload();
                      }}
                    />
                  )}
                </>
              ) : (
                <Due at={value.deletion_due_at} onKept={remote.reload} />
              )
            }
          </RemoteView>
        )}
      </div>
    </Card>
  );
}

function Due({ at, onKept }: { at: string; onKept: () => void }) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const online = useOnline();
  const { isBusy, run } = useAttempt((error) => showNotice({ title: failureText(t, error), tone: 'danger' }));
  const handleKeep = async () => {
    const kept = await run(() => call(api, 'DELETE /users/me/deletion'));
    if (kept !== undefined) showNotice({ title: t('leave.kept'), tone: 'ok' });
    onKept();
  };
  return (
    <>
      <Banner tone="warn">{t('leave.due', { date: dateOf(i18n.language, at) })}</Banner>
      <div className={styles.add}>
        <Button variant="primary" busy={isBusy} disabled={!online} onClick={() => void handleKeep()}>
          {t('leave.keep')}
        </Button>
        {!online && <small>{t('remote.needed')}</small>}
      </div>
    </>
  );
}

interface AskDialogProps {
  /** Proof that the user owns the account, to be entered. */
  proof: DeletionReply['proof'];
  onClose: () => void;
  onAsked: () => void;
}

function AskDialog({ proof, onClose, onAsked }: AskDialogProps) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const {
    isBusy,
    problem: failure,
    run,
  } = useAttempt((error) => {
    setWrong(error instanceof Refused && error.code === 'INVALID');
    return t(failureKey(error));
  });
  const ask = async () => {
    const { deletion_due_at: due } = await call(api, 'POST /users/me/deletion', {
      body: proof === 'password' ? { password: typed } : { email: typed },
    });
    showNotice({ title: t('leave.asked', { date: dateOf(i18n.language, due ?? '') }), tone: 'ok' });
    onAsked();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(typed === '');
    if (!isBusy && typed !== '') void run(ask);
  };
  return (
    <FormDialog
      className={`${styles.fields} ${styles.below}`}
      onClose={onClose}
      title={t('leave.dialogTitle')}
      description={t('leave.goes')}
      action={t('leave.sure')}
      onSubmit={handleSubmit}
      variant="danger"
      busy={isBusy}
    >
      <p>{t('leave.stays')}</p>
      <p>{t('leave.plan')}</p>
      <p>{t('leave.undo')}</p>
      <output className={styles.notes}>
        {failure !== undefined && !isWrong && <Banner tone="danger">{failure}</Banner>}
      </output>
      <Field
        label={t(`leave.${proof}`)}
        kind={proof}
        name={proof}
        autoComplete={proof === 'password' ? 'current-password' : 'off'}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setWrong(false);
        }}
        error={isWrong ? t(typed === '' ? 'account:problem.required' : `leave.wrong.${proof}`) : undefined}
        required
      />
    </FormDialog>
  );
}

function failureKey(error: unknown): string {
  if (error instanceof Refused && error.code === 'LAST_ADMIN') return 'leave.lastAdmin';
  if (error instanceof Unreachable && error.status === 429) return 'leave.tooMany';
  return `remote.${remoteFailureOf(error).kind}`;
}

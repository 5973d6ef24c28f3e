import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncReply } from '#domain/assistant/wire/synchronizes.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { Comparison } from './comparison.tsx';
import { useSend } from './use-send.ts';
import { isMeasuring, useSync, watchedRuns } from './use-sync.ts';
import { call } from '../../../net/call.ts';
import styles from './center.module.css';

interface SyncDialogProps {
  onClose: () => void;
  /** Called when what the assistant answers from may have changed. */
  onChanged?: () => void;
}

/** Asks before a sync, shows how far it is and what it would change, and asks before it is taken over. */
export function SyncDialog({ onClose, onChanged }: SyncDialogProps) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const sync = useSync();
  const send = useSend();
  const [isAlone, setAlone] = useState(false);
  const [note, setNote] = useState('');
  const [isNoteMissing, setNoteMissing] = useState(false);
  /** The run that was started or taken over here. */
  const [mine, setMine] = useState<string>();
  const { value, reload } = sync;

  const isDone = value?.state === 'done' && value.job_id === mine;
  useEffect(() => {
    if (!isDone) return;
    showNotice({ title: t('sync.success'), tone: 'ok' });
    onChanged?.();
    onClose();
  }, [isDone, onChanged, onClose, t]);

  async function handleStart(again: boolean): Promise<void> {
    const body = { takes_over_alone: isAlone, ...(again ? { again } : {}) };
    await send.run(body, async (key) => {
      const { job_id: id } = await call(api, 'POST /qnas/synchronizes', { body, key });
      watchedRuns.add(id);
      setMine(id);
    });
    reload();
  }
  async function handleTakeOver({ job_id: id, result }: SyncReply): Promise<void> {
    if (id === null) return;
    if (result?.needs_reason === true && note.trim() === '') return setNoteMissing(true);
    const given = { params: { id }, body: { note: note.trim() } };
    const take = (key: string) => call(api, 'POST /qnas/synchronizes/:id/take_over', { ...given, key });
    if (await send.run({ id, note }, take)) setMine(id);
    reload();
  }
  async function handleCancel({ job_id: id }: SyncReply): Promise<void> {
    if (id === null) return;
    if (await send.run({ id }, (key) => call(api, 'DELETE /qnas/synchronizes/:id', { params: { id }, key }))) {
      reload();
      onChanged?.();
      onClose();
    }
  }

  function footerOf(state: SyncReply) {
    if (isMeasuring(state)) {
      return (
        <>
          <Button busy={send.isBusy} onClick={() => void handleCancel(state)}>
            {t('sync.cancel')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('sync.goesOn')}
          </Button>
        </>
      );
    }
    if (state.state === 'ready') {
      return (
        <>
          <Button busy={send.isBusy} onClick={() => void handleCancel(state)}>
            {t('sync.discard')}
          </Button>
          {state.is_outdated ? (
            <Button variant="primary" busy={send.isBusy} onClick={() => void handleStart(true)}>
              {t('sync.again')}
            </Button>
          ) : (
            <Button variant="primary" busy={send.isBusy} onClick={() => void handleTakeOver(state)}>
              {t('sync.takeOver')}
            </Button>
          )}
        </>
      );
    }
    return (
      <>
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button variant="primary" busy={send.isBusy} onClick={() => void handleStart(false)}>
          {t('sync.start')}
        </Button>
      </>
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sync.title')}
      description={value === undefined || isAsking(value) ? <p>{t('sync.sure')}</p> : undefined}
      footer={value === undefined ? undefined : footerOf(value)}
    >
      <RemoteView remote={sync} words="admin">
        {(state) => (
          <div className={styles.stack}>
            {isAsking(state) && (
              <>
                <LastRun state={state} mine={mine} />
                <PendingText state={state} />
                <p>{t('sync.how')}</p>
                <Checkbox label={t('sync.alone')} checked={isAlone} onChange={setAlone} />
              </>
            )}
            {isMeasuring(state) && <Progress progress={state.progress} />}
            {state.state === 'ready' && state.result !== null && (
              <>
                {state.is_outdated && <Banner tone="warn">{t('sync.outdated')}</Banner>}
                <Comparison result={state.result} />
                <Field
                  label={t(state.result.needs_reason ? 'sync.reason' : 'sync.note')}
                  hint={state.result.needs_reason ? t('sync.reasonHint') : undefined}
                  error={isNoteMissing && note.trim() === '' ? t('sync.reasonMissing') : undefined}
                  required={state.result.needs_reason}
                  value={note}
                  lines={2}
                  onChange={setNote}
                />
              </>
            )}
            <div role="alert">{send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}</div>
          </div>
        )}
      </RemoteView>
    </Dialog>
  );
}

/** Whether the dialog asks for a new run: none is measured, and none waits for its administrator. */
function isAsking(state: SyncReply): boolean {
  return !isMeasuring(state) && state.state !== 'ready';
}

/** How the run ended that was started here, and why the newest one failed. */
function LastRun({ state, mine }: { state: SyncReply; mine: string | undefined }) {
  const { t } = useTranslation('center');
  return (
    <output>
      {state.state === 'failed' && <Banner tone="danger">{t(`sync.problem.${state.problem ?? 'FAILED'}`)}</Banner>}
      {state.state === 'unchanged' && state.job_id === mine && <Banner tone="ok">{t('sync.unchanged')}</Banner>}
    </output>
  );
}

function PendingText({ state }: { state: SyncReply }) {
  const { t } = useTranslation('center');
  const { created, changed, deleted } = state.pending;
  const isNone = created + changed + deleted === 0;
  return <p>{isNone ? t('sync.nothingPending') : t('sync.pending', { created, changed, deleted })}</p>;
}

function Progress({ progress }: { progress: number }) {
  const { t } = useTranslation('center');
  const percent = Math.round(progress * 100);
  return (
    <div className={styles.stack}>
      <progress className={styles.progress} aria-label={t('sync.measuring')} max={100} value={percent} />
      <p>{t('sync.running', { percent })}</p>
      <p>{t('sync.mayClose')}</p>
    </div>
  );
}

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
import { isMeasuring, useNewestSyncRun, watchedRuns } from './use-sync.ts';
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
  const sync = useNewestSyncRun();
  const run = useSyncRun(sync, onClose, onChanged);
  const { value } = sync;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sync.title')}
      description={value === undefined || isAsking(value) ? <p>{t('sync.sure')}</p> : undefined}
      footer={value === undefined ? undefined : <Buttons state={value} run={run} onClose={onClose} />}
    >
      <RemoteView remote={sync} words="admin">
        {(state) => (
          <div className={styles.stack}>
            {isAsking(state) && (
              <>
                <LastRun state={state} mine={run.mine} />
                <PendingText state={state} />
                <p>{t('sync.how')}</p>
                <Checkbox label={t('sync.alone')} checked={run.isAlone} onChange={run.setAlone} />
              </>
            )}
            {isMeasuring(state) && <Progress progress={state.progress} />}
            {state.state === 'ready' && state.result !== null && (
              <>
                {state.is_outdated && <Banner tone="warn">{t('sync.outdated')}</Banner>}
                <Comparison result={state.result} />
                <NoteField run={run} isNeeded={state.result.needs_reason} />
              </>
            )}
            <div role="alert">{run.problem !== undefined && <Banner tone="danger">{run.problem}</Banner>}</div>
          </div>
        )}
      </RemoteView>
    </Dialog>
  );
}

type SyncRunState = ReturnType<typeof useSyncRun>;

/** Returns what is chosen for a run, and what starts, takes over and drops it. */
function useSyncRun(
  { value, reload }: ReturnType<typeof useNewestSyncRun>,
  onClose: () => void,
  onChanged?: () => void,
) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [isAlone, setAlone] = useState(false);
  const [note, setNote] = useState('');
  const [isNoteMissing, setNoteMissing] = useState(false);
  /** The run that was started or taken over here. */
  const [mine, setMine] = useState<string>();

  const isDone = value?.state === 'done' && value.job_id === mine;
  useEffect(() => {
    if (!isDone) return;
    showNotice({ title: t('sync.success'), tone: 'ok' });
    onChanged?.();
    onClose();
  }, [isDone, onChanged, onClose, t]);

  async function start(again: boolean): Promise<void> {
    const body = { takes_over_alone: isAlone, ...(again ? { again } : {}) };
    await send.run(body, async (key) => {
      const { job_id: id } = await call(api, 'POST /qnas/synchronizes', { body, key });
      watchedRuns.add(id);
      setMine(id);
    });
    reload();
  }
  async function takeOver({ job_id: id, result }: SyncReply): Promise<void> {
    if (id === null) return;
    if (result?.needs_reason === true && note.trim() === '') return setNoteMissing(true);
    const given = { params: { id }, body: { note: note.trim() } };
    const take = (key: string) => call(api, 'POST /qnas/synchronizes/:id/take_over', { ...given, key });
    if (await send.run({ id, note }, take)) setMine(id);
    reload();
  }
  async function drop({ job_id: id }: SyncReply): Promise<void> {
    if (id === null) return;
    if (await send.run({ id }, (key) => call(api, 'DELETE /qnas/synchronizes/:id', { params: { id }, key }))) {
      reload();
      onChanged?.();
      onClose();
    }
  }
  const { isBusy, problem } = send;
  return { mine, isAlone, setAlone, note, setNote, isNoteMissing, isBusy, problem, start, takeOver, drop };
}

interface ButtonsProps {
  state: SyncReply;
  run: SyncRunState;
  onClose: () => void;
}

function Buttons({ state, run, onClose }: ButtonsProps) {
  const { t } = useTranslation('center');
  const { isBusy } = run;
  if (isMeasuring(state)) {
    return (
      <>
        <Button busy={isBusy} onClick={() => void run.drop(state)}>
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
        <Button busy={isBusy} onClick={() => void run.drop(state)}>
          {t('sync.discard')}
        </Button>
        {state.is_outdated ? (
          <Button variant="primary" busy={isBusy} onClick={() => void run.start(true)}>
            {t('sync.again')}
          </Button>
        ) : (
          <Button variant="primary" busy={isBusy} onClick={() => void run.takeOver(state)}>
            {t('sync.takeOver')}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button variant="primary" busy={isBusy} onClick={() => void run.start(false)}>
        {t('sync.start')}
      </Button>
    </>
  );
}

/** Asks for a note about a run that is taken over; for the reason, where the run makes something worse. */
function NoteField({ run: { note, setNote, isNoteMissing }, isNeeded }: { run: SyncRunState; isNeeded: boolean }) {
  const { t } = useTranslation('center');
  return (
    <Field
      label={t(isNeeded ? 'sync.reason' : 'sync.note')}
      hint={isNeeded ? t('sync.reasonHint') : undefined}
      error={isNoteMissing && note.trim() === '' ? t('sync.reasonMissing') : undefined}
      required={isNeeded}
      value={note}
      lines={2}
      onChange={setNote}
    />
  );
}

/** Whether the dialog asks for a new run: none is measured, and none waits for its administrator. */
function isAsking(state: SyncReply): boolean {
  return !isMeasuring(state) && state.state !== 'ready';
}

/** Shows how the run that was started here has ended, and why the newest one failed. */
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

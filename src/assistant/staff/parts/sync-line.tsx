import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import X from 'lucide-react/icons/x';
import type { SyncReply } from '#domain/assistant/wire/synchronizes.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import { isMeasuring, useNewestSyncRun, watchedRuns } from './use-sync.ts';

interface SyncLineProps {
  /** Whether the dialog of the sync is open: it says the same, so the line gives way to it. */
  isOpen: boolean;
  onOpen: () => void;
  /** Called when a run that was in progress has ended. */
  onEnded?: () => void;
}

/** Shows that a sync runs, that it waits for its review, or how it ended while this page was open. */
export function SyncLine({ isOpen, onOpen, onEnded }: SyncLineProps) {
  const { t } = useTranslation('center');
  const { value } = useNewestSyncRun();
  const [dismissed, setDismissed] = useState<string | null>(null);
  const isRunning = value !== undefined && isMeasuring(value);
  const id = value?.job_id ?? null;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (isRunning && id !== null) watchedRuns.add(id);
    if (wasRunning.current && !isRunning) onEnded?.();
    wasRunning.current = isRunning;
  }, [isRunning, id, onEnded]);
  if (value === undefined || id === null || isOpen) return null;
  if (isRunning) {
    return (
      <Banner tone="info" action={<OpenButton text={t('sync.open')} onOpen={onOpen} />}>
        {value.state === 'waiting'
          ? t('sync.line.waiting')
          : t('sync.line.measuring', { percent: Math.round(value.progress * 100) })}
      </Banner>
    );
  }
  if (value.state === 'ready') {
    return (
      <output>
        <Banner tone="info" action={<OpenButton text={t('sync.review')} onOpen={onOpen} />}>
          {t('sync.isReady')}
        </Banner>
      </output>
    );
  }
  if (!watchedRuns.has(id) || dismissed === id) return null;
  const handleDismiss = () => {
    watchedRuns.delete(id);
    setDismissed(id);
  };
  return (
    <output>
      <Banner
        tone={value.state === 'failed' ? 'danger' : 'ok'}
        action={
          <IconButton small label={t('common:action.dismiss')} icon={<X aria-hidden />} onClick={handleDismiss} />
        }
      >
        <Result state={value} />
      </Banner>
    </output>
  );
}

function OpenButton({ text, onOpen }: { text: string; onOpen: () => void }) {
  return (
    <Button small variant="ghost" onClick={onOpen}>
      {text}
    </Button>
  );
}

function Result({ state }: { state: SyncReply }) {
  const { t } = useTranslation('center');
  return (
    <>
      {state.ended_at !== null && (
        <>
          <Moment at={state.ended_at} />
          {': '}
        </>
      )}
      {state.state === 'done' && t('sync.line.done', { number: state.index_version })}
      {state.state === 'unchanged' && t('sync.unchanged')}
      {state.state === 'cancelled' && t('sync.line.cancelled')}
      {state.state === 'failed' && t(`sync.problem.${state.problem ?? 'FAILED'}`)}
    </>
  );
}

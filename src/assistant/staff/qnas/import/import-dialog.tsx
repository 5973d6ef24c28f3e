import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import type { PastImport, UndoReply } from '#domain/assistant/wire/qna-imports.ts';
import { useMe, useSession } from '../../../../session/session-context.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { showNotice } from '../../../../ui/notice/notice.tsx';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import { useDownload } from '../../../../ui/use-download.ts';
import { displayNameOf } from '../../../../i18n/display-name.ts';
import { timeOf } from '../../../../i18n/times.ts';
import { CheckedImport } from './checked-import.tsx';
import { DropZone } from './drop-zone.tsx';
import { importFailureText, staleRowsIn } from './import-failure.ts';
import { PastImports } from './past-imports.tsx';
import { type OpenImport, useImport } from './use-import.ts';
import { download } from '../../../../net/call.ts';
import styles from './import.module.css';

interface ImportDialogProps {
  /** Id of a checked import to continue. */
  initial: string | undefined;
  onShown: (id: string | undefined) => void;
  onWritten: () => void;
  onClose: () => void;
}

/** Imports Q&As from an Excel file: choose it, see what it would do, import, and undo. */
export function ImportDialog({ initial, onShown, onWritten, onClose }: ImportDialogProps) {
  const { t } = useTranslation('admin');
  const open = useImport(initial, onShown, onWritten);
  const { step, failure } = open;
  const top = useRef<HTMLDivElement>(null);
  const at: string = step.at;
  const isDone = at === 'done';
  useEffect(() => {
    if (isDone) showNotice({ title: t('qnaImport.success'), tone: 'ok' });
  }, [isDone, t]);
  useEffect(() => {
    // The buttons of the step before are gone, and with them the focus.
    if (at !== '' && document.activeElement === document.body) top.current?.focus();
  }, [at]);
  return (
    <Dialog
      open
      onClose={onClose}
      place="wide"
      title={t('qnaImport.title')}
      footer={<Footer open={open} onClose={onClose} />}
    >
      <div className={styles.form} ref={top} tabIndex={-1}>
        <output aria-live="assertive">{failure !== undefined && <FailureBanner open={open} />}</output>
        <Step open={open} onWritten={onWritten} />
      </div>
    </Dialog>
  );
}

function Step({ open, onWritten }: { open: OpenImport; onWritten: () => void }) {
  const { t } = useTranslation('admin');
  const { step } = open;
  /** The import that was undone last: the message about its success is no longer true. */
  const [undone, setUndone] = useState<UndoneImport>();
  if (step.at === 'opening') return <Skeleton label={t('common:state.loading')} lines={4} />;
  if (step.at === 'sending') return <Sending name={step.name} share={step.share} />;
  if (step.at === 'checked')
    return <CheckedImport reply={step.reply} isBusy={open.busy !== undefined} onChoose={open.choose} />;
  return (
    <>
      {undone !== undefined && <UndoneBanner undone={undone} />}
      {step.at === 'done' && step.reply.import_id !== undone?.past.import_id && (
        <Banner tone="ok">
          <strong>{t('qnaImport.success')}</strong>
          <p>{t('qnaImport.counts', { ...step.result })}</p>
          {step.result.stale.length > 0 && <p>{t('qnaImport.stale', { rows: rowsOf(step.result.stale) })}</p>}
          <p>{t('qnaImport.syncNext')}</p>
        </Banner>
      )}
      {step.at === 'choose' && (
        <>
          <DropZone onFile={open.send} />
          <Files />
        </>
      )}
      <PastImports
        key={step.at}
        onUndone={(past, reply) => {
          setUndone({ past, reply, at: Date.now() });
          onWritten();
        }}
      />
    </>
  );
}

interface UndoneImport {
  past: PastImport;
  reply: UndoReply;
  /** In ms since 1970, by this device's clock; for display only. */
  at: number;
}

/** Shows what an undo has done: how many Q&As, of which file, by whom and when, and what it had to leave. */
function UndoneBanner({ undone: { past, reply, at } }: { undone: UndoneImport }) {
  const { t, i18n } = useTranslation('admin');
  const me = useMe();
  const { undone, kept } = reply;
  const names = kept.map(({ id, question }) => `${id} (${question})`).join(', ');
  const about = {
    file: past.file_name,
    who: displayNameOf(t, me.display_name),
    when: timeOf(i18n.language, at),
  };
  return (
    <output>
      <Banner tone="info">
        <strong>{t('qnaImport.undone', { count: undone })}</strong>
        <p>{t('qnaImport.undoneFile', about)}</p>
        {kept.length > 0 && <p>{t('qnaImport.kept', { count: kept.length, names })}</p>}
      </Banner>
    </output>
  );
}

function Sending({ name, share }: { name: string; share: number }) {
  const { t } = useTranslation('admin');
  const text = share < 1 ? t('qnaImport.sending', { name }) : t('qnaImport.checking', { name });
  return (
    <div className={styles.sending}>
      <output>{text}</output>
      {/* Without a value it shows that work goes on: the server reads the file. */}
      <progress aria-label={text} max={1} {...(share < 1 ? { value: share } : {})} />
    </div>
  );
}

/** The example file, and all Q&As in the same form. */
function Files() {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const example = useDownload();
  const all = useDownload();
  const failed = (error: unknown) => ({ title: importFailureText(t, error) });
  return (
    <div className={styles.tools}>
      <Button
        small
        icon={<Download aria-hidden />}
        busy={example.isBusy}
        onClick={() => void example.save(download(api, 'GET /qnas/imports/example'), 'QA_format.xlsx', failed)}
      >
        {t('qnaImport.example')}
      </Button>
      <Button
        small
        icon={<Download aria-hidden />}
        busy={all.isBusy}
        onClick={() => void all.save(download(api, 'GET /qnas/xlsx'), 'QA.xlsx', failed)}
      >
        {t('qnaImport.exportAll')}
      </Button>
    </div>
  );
}

function FailureBanner({ open }: { open: OpenImport }) {
  const { t } = useTranslation('admin');
  const { failure, step, busy } = open;
  const stale = staleRowsIn(failure);
  const again =
    stale.length > 0 && step.at === 'checked' ? (
      <Button
        small
        busy={busy === 'check'}
        onClick={() => open.choose({ sheet: step.reply.sheet, fields: step.reply.columns.map(({ field }) => field) })}
      >
        {t('qnaImport.checkAgain')}
      </Button>
    ) : step.at === 'choose' && open.sendAgain !== undefined ? (
      <Button small onClick={open.sendAgain}>
        {t('remote.again')}
      </Button>
    ) : undefined;
  return (
    <Banner tone="danger" action={again}>
      {stale.length > 0 ? t('qnaImport.staleAll', { rows: rowsOf(stale) }) : importFailureText(t, failure)}
    </Banner>
  );
}

function Footer({ open, onClose }: { open: OpenImport; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { step, busy, failure } = open;
  if (step.at === 'sending') return <Button onClick={open.restart}>{t('common:action.cancel')}</Button>;
  if (step.at === 'done')
    return (
      <>
        <Button onClick={open.restart}>{t('qnaImport.another')}</Button>
        <Button variant="primary" onClick={onClose}>
          {t('common:action.close')}
        </Button>
      </>
    );
  if (step.at !== 'checked') return <Button onClick={onClose}>{t('common:action.close')}</Button>;
  const { refused, created, updated } = step.reply;
  const count = created + updated;
  const isPartial = refused > 0 || staleRowsIn(failure).length > 0;
  return (
    <>
      <Button onClick={open.restart}>{t('qnaImport.otherFile')}</Button>
      {isPartial ? (
        <Button disabled={count === 0} busy={busy === 'valid'} onClick={() => open.commit('valid')}>
          {t('qnaImport.importValid', { count })}
        </Button>
      ) : (
        <Button variant="primary" disabled={count === 0} busy={busy === 'all'} onClick={() => open.commit('all')}>
          {t('qnaImport.importAll', { count })}
        </Button>
      )}
    </>
  );
}

function rowsOf(stale: readonly { row: number; id: string }[]): string {
  return stale.map(({ row, id }) => `${row} (${id})`).join(', ');
}

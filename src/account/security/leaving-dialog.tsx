import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import Archive from 'lucide-react/icons/archive';
import Download from 'lucide-react/icons/download';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import { discardEverything } from '../calls/leaving.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { homeOf } from '../../routing/guards.ts';
import { dropStashes } from '../../order/editor/typed-stash.ts';
import { useSession, useSync } from '../../session/session-context.tsx';
import { useExportAll } from '../../shell/waiting/export.ts';
import { useWaitingCommands } from '../../shell/waiting/waiting-commands.ts';
import basics from '../../ui/basics.module.css';
import styles from './leaving.module.css';

interface LeavingDialogProps {
  counts: { waiting: number; needYou: number };
  /** Called when the user has chosen what happens before the sign-out. */
  onChosen: () => void;
  onLeave: () => void;
}

/** Asks what to do with unsent commands: send now, keep for the next sign-in, export, discard. */
export function LeavingDialog({ counts, onChosen, onLeave }: LeavingDialogProps) {
  const { t } = useTranslation('account');
  const { me } = useSession();
  const navigate = useNavigate();
  const { sendingOf, send, isDiscarding, setDiscarding, discard, underWay } = useChoice(counts.waiting, onChosen);
  const [isExported, setExported] = useState(false);
  const count = counts.waiting + counts.needYou;
  const isSending = sendingOf !== null && counts.waiting > 0;
  const handleStay = () => {
    // Opened by its URL, there is no page to go back to.
    if (window.history.length > 1) void navigate(-1);
    else void navigate(homeOf(me));
  };
  if (count === 0) {
    return (
      <FormDialog
        hasAddress
        onClose={handleStay}
        title={t('leaving.allSent')}
        description={t('leaving.allSentText')}
        action={t('leaving.leave')}
        onAction={onLeave}
        cancel={t('leaving.stay')}
      />
    );
  }
  if (isDiscarding) {
    return (
      <FormDialog
        onClose={() => setDiscarding(false)}
        title={t('leaving.discardTitle', { count })}
        description={t('leaving.discardText')}
        action={t('leaving.discardSure')}
        onAction={discard}
        variant="danger"
        icon={<Trash2 aria-hidden />}
      />
    );
  }
  return (
    <Dialog
      open
      hasAddress
      onClose={handleStay}
      title={t('leaving.title', { count })}
      description={
        <p>
          {t('leaving.text')} <Link to="/waiting">{t('leaving.look')}</Link>
        </p>
      }
    >
      <output className={styles.state}>
        {sendingOf !== null && <SendingState counts={counts} of={sendingOf} />}
        {underWay > 0 && <p>{t('leaving.underWay', { count: underWay })}</p>}
        {isExported && <p>{t('leaving.exported')}</p>}
      </output>
      <div className={basics.stack}>
        {counts.waiting > 0 && (
          <Choice text={t('leaving.sendText')}>
            <Button variant="primary" busy={isSending} icon={<SendHorizontal aria-hidden />} onClick={send}>
              {t(isSending ? 'leaving.sending' : 'leaving.send')}
            </Button>
          </Choice>
        )}
        <Choice text={t('leaving.keepText')}>
          <Button icon={<Archive aria-hidden />} onClick={onLeave}>
            {t('leaving.keep')}
          </Button>
        </Choice>
        <ExportChoice onExported={() => setExported(true)} />
        <Choice text={t('leaving.discardNote')}>
          <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setDiscarding(true)}>
            {t('leaving.discard')}
          </Button>
        </Choice>
      </div>
    </Dialog>
  );
}

/** Sends or discards what is unsent, as the user chooses. */
function useChoice(waiting: number, onChosen: () => void) {
  const { ctx, db, syncNow } = useSession();
  /** Number of unsent commands when the sending began; null before that. */
  const [sendingOf, setSendingOf] = useState<number | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  /** Number of commands that stayed, because they may have reached the server. */
  const [underWay, setUnderWay] = useState(0);
  const send = () => {
    onChosen();
    setSendingOf(waiting);
    syncNow();
  };
  const discard = async () => {
    onChosen();
    dropStashes(db);
    const left = await discardEverything(ctx);
    setDiscarding(false);
    setUnderWay(left);
  };
  return { sendingOf, send, isDiscarding, setDiscarding, discard, underWay };
}

function ExportChoice({ onExported }: { onExported: () => void }) {
  const { t } = useTranslation('account');
  const exportAll = useExportAll();
  const things = useWaitingCommands();
  return (
    <Choice text={t('leaving.exportText')}>
      <Button
        icon={<Download aria-hidden />}
        onClick={() => void exportAll(things ?? []).then((made) => made && onExported())}
      >
        {t('leaving.export')}
      </Button>
    </Choice>
  );
}

function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.choice}>
      {children}
      <p>{text}</p>
    </div>
  );
}

/** Shows the progress of the sending, and what stays. */
function SendingState({ counts, of }: { counts: LeavingDialogProps['counts']; of: number }) {
  const { t } = useTranslation('account');
  const phase = useSync((now) => now.phase);
  const sent = Math.max(0, of - counts.waiting);
  const cannot = counts.waiting > 0 && (phase === 'offline' || phase === 'connecting');
  return (
    <>
      <progress className={basics.progress} value={sent} max={of} aria-label={t('leaving.progress')} />
      <p>
        {t('leaving.sent', { sent, of })}
        {cannot && ` ${t('leaving.noConnection', { count: counts.waiting })}`}
        {counts.needYou > 0 && ` ${t('leaving.refused', { count: counts.needYou })}`}
      </p>
    </>
  );
}

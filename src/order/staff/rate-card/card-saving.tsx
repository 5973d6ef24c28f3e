import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Undo2 from 'lucide-react/icons/undo-2';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import type { PreviewReply, RateCardVersion } from '#domain/order/wire/rate-card.ts';
import { call } from '../../../net/call.ts';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { remoteFailureOf } from '../../../shell/remote/remote.ts';
import { SavePanel } from '../../../staff/save-panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { useOnline } from '../../../ui/online.ts';
import type { EditedCard } from './card-edit.ts';
import { PreviewTable } from './preview-table.tsx';
import { SaveDialog } from './save-dialog.tsx';

interface CardSavingProps {
  /** The version that is replaced. */
  current: RateCardVersion;
  edited: EditedCard;
  note: string;
  /** Whether another user has saved since the edit began. */
  isStale: boolean;
  onNote: (note: string) => void;
  onUndo: () => void;
  onSaved: (number: number) => void;
  onReload: () => void;
}

/** Form that saves an edit: the reason, what the edit would change, and the question before it. */
export function CardSaving({ current, edited, note, isStale, onNote, onUndo, onSaved, onReload }: CardSavingProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const { preview, isBusy, problem, fail, show } = usePreview(edited.card);
  const [isSaving, setSaving] = useState(false);
  const [isNoteWanted, setNoteWanted] = useState(false);
  const isReady = edited.changes > 0 && edited.problems === 0 && isOnline;

  async function handleSave(): Promise<void> {
    setNoteWanted(true);
    if (note.trim() !== '' && (preview !== undefined || (await show()))) setSaving(true);
  }
  function handleSaved(number: number): void {
    setSaving(false);
    setNoteWanted(false);
    onSaved(number);
  }
  function handleFailure(error: unknown): void {
    setSaving(false);
    if (error instanceof Refused && error.code === 'STALE') onReload();
    else fail(error);
  }

  return (
    <>
      <SavePanel
        words="rateCard"
        note={note}
        isNoteWanted={isNoteWanted}
        onNote={onNote}
        problems={edited.problems}
        changes={edited.changes}
        problem={problem}
      >
        {edited.changes > 0 && (
          <Button variant="ghost" icon={<Undo2 aria-hidden />} onClick={onUndo}>
            {t('rateCard.undoAll')}
          </Button>
        )}
        <Button busy={isBusy} disabled={!isReady} onClick={() => void show()}>
          {t('rateCard.show')}
        </Button>
        <Button variant="primary" disabled={!isReady || isStale || isBusy} onClick={() => void handleSave()}>
          {t('rateCard.save', { number: current.number + 1 })}
        </Button>
      </SavePanel>
      {preview !== undefined && <PreviewTable preview={preview} />}
      {isSaving && preview !== undefined && (
        <SaveDialog
          body={{ replaces: current.number, card: edited.card, note: note.trim() }}
          preview={preview}
          onClose={() => setSaving(false)}
          onSaved={handleSaved}
          onFailed={handleFailure}
        />
      )}
    </>
  );
}

/** Returns what a card would change, once that was asked for this very card, and why asking or saving failed. */
function usePreview(card: RateCard) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const [preview, setPreview] = useState<{ of: string; reply: PreviewReply }>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const of = JSON.stringify(card);
  const fail = (error: unknown) =>
    setProblem(
      error instanceof Refused && error.code === 'INVALID'
        ? t('rateCard.problem.SHAPE')
        : t(`rateCard.failed.${remoteFailureOf(error).kind}`),
    );
  /** @returns whether it is shown */
  async function show(): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      setPreview({ of, reply: await call(api, 'POST /admin-api/rate_cards/preview', { body: { card } }) });
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { preview: preview?.of === of ? preview.reply : undefined, isBusy, problem, fail, show };
}

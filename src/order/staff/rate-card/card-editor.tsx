import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Undo2 from 'lucide-react/icons/undo-2';
import { cutText } from '#domain/ground/text.ts';
import type { PreviewReply, RateCardVersion } from '#domain/order/wire/rate-card.ts';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useOnline } from '../../../ui/online.ts';
import { failureOf } from '../../../shell/remote/remote.ts';
import { type CardEdit, editedCard, editTowards, noEdit, withText } from './card-edit.ts';
import { FigureTable } from './figure-table.tsx';
import { PreviewTable } from './preview-table.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { OtherVersion, VersionLine } from './version-line.tsx';
import { Versions } from './versions.tsx';
import { useCardEdit } from './use-card-edit.ts';
import { call } from '../../../net/call.ts';
import styles from '../../../staff/admin.module.css';

interface CardEditorProps {
  /** Newest first; at least the example card. */
  versions: RateCardVersion[];
  initial: CardEdit;
  onReload: () => void;
}

/** Editing the newest version: figures, what they would change, why, and saving. */
export function CardEditor({ versions, initial, onReload }: CardEditorProps) {
  const { t, i18n } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  const [edit, setEdit] = useCardEdit(initial);
  const [preview, setPreview] = useState<{ of: string; reply: PreviewReply }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [isNoteWanted, setNoteWanted] = useState(false);
  const [current] = versions;
  if (current === undefined) return null;
  const seen = edit.seen === undefined ? undefined : versions.find(({ number }) => number === edit.seen);
  const isStale = edit.seen !== undefined && edit.seen !== current.number;
  const edited = editedCard(i18n.language, edit, current.card, seen?.card);
  const cardText = JSON.stringify(edited.card);
  const shownPreview = preview?.of === cardText ? preview.reply : undefined;
  const isUnsaveable = edited.changes === 0 || edited.problems > 0 || isStale;

  const change = (next: CardEdit) => setEdit({ ...next, seen: edit.seen ?? current.number });
  const replaceAll = (next: CardEdit, title: string) => {
    setEdit(next);
    showNotice({ title, action: { label: t('common:action.undo'), run: () => setEdit(edit) } });
  };
  const handleVersion = (version: RateCardVersion) =>
    replaceAll(
      { ...editTowards(i18n.language, edit, current.card, version.card), seen: current.number },
      t('rateCard.startedFrom', { number: version.number }),
    );
  async function showChanges(): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      const reply = await call(api, 'POST /admin-api/rate_cards/preview', { body: { card: edited.card } });
      setPreview({ of: cardText, reply });
      return true;
    } catch (error) {
      setProblem(sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  const sentenceOf = (error: unknown) =>
    error instanceof Refused && error.code === 'INVALID'
      ? t('rateCard.problem.SHAPE')
      : t(`rateCard.failed.${failureOf(error).kind}`);
  async function handleSave(): Promise<void> {
    setNoteWanted(true);
    if (edit.note.trim() !== '' && (shownPreview !== undefined || (await showChanges()))) setSaving(true);
  }
  function handleSaved(number: number): void {
    setSaving(false);
    setEdit(noEdit);
    setNoteWanted(false);
    showNotice({ title: t('rateCard.saved', { number }), tone: 'ok' });
    onReload();
  }
  function handleFailure(error: unknown): void {
    setSaving(false);
    if (error instanceof Refused && error.code === 'STALE') onReload();
    else setProblem(sentenceOf(error));
  }

  return (
    <>
      <VersionLine version={current} />
      {isStale && <OtherVersion version={current} onAgree={() => setEdit({ ...edit, seen: current.number })} />}
      <FigureTable
        edited={edited}
        card={current.card}
        onType={(path, text) => change(withText(edit, path, text))}
        onLeave={(path) =>
          edited.rows.some((row) => row.path === path && !row.isChanged) && change(withText(edit, path, undefined))
        }
      />
      <section className={styles.save} aria-label={t('rateCard.saveTitle')}>
        <Field
          label={t('rateCard.note')}
          value={edit.note}
          hint={t('rateCard.noteHint')}
          error={isNoteWanted && edit.note.trim() === '' ? t('rateCard.noteMissing') : undefined}
          onChange={(note) => change({ ...edit, note: cutText(note, noteChars) })}
        />
        <div className={styles.actions}>
          <output className={styles.count}>
            {edited.problems > 0
              ? t('rateCard.problems', { count: edited.problems })
              : t('rateCard.changes', { count: edited.changes })}
          </output>
          {edited.changes > 0 && (
            <Button
              variant="ghost"
              icon={<Undo2 aria-hidden />}
              onClick={() => replaceAll({ ...edit, texts: {}, seen: current.number }, t('rateCard.undone'))}
            >
              {t('rateCard.undoAll')}
            </Button>
          )}
          <Button
            busy={busy}
            disabled={edited.changes === 0 || edited.problems > 0 || !isOnline}
            onClick={() => void showChanges()}
          >
            {t('rateCard.show')}
          </Button>
          <Button variant="primary" disabled={isUnsaveable || !isOnline || busy} onClick={() => void handleSave()}>
            {t('rateCard.save', { number: current.number + 1 })}
          </Button>
        </div>
        <div aria-live="polite" className={styles.word}>
          {!isOnline && <Banner tone="neutral">{t('rateCard.offline')}</Banner>}
          {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
        </div>
      </section>
      {shownPreview !== undefined && <PreviewTable preview={shownPreview} />}
      <Versions versions={versions} onStart={handleVersion} />
      {isSaving && shownPreview !== undefined && (
        <SaveDialog
          body={{ replaces: current.number, card: edited.card, note: edit.note.trim() }}
          preview={shownPreview}
          onClose={() => setSaving(false)}
          onSaved={handleSaved}
          onFailed={handleFailure}
        />
      )}
    </>
  );
}

/** Most characters of a note, as the server takes them. */
const noteChars = 500;

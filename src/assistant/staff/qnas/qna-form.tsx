import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QnaCategoriesReply } from '#domain/assistant/wire/qnas.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/form/composing.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useOnline } from '../../../ui/online.ts';
import { closesOpenList } from './category-box.tsx';
import { QnaFieldsView } from './qna-form-fields.tsx';
import { differingFields, fieldsOf, isChanged, type TypedQna } from './qna-typed.ts';
import { GoneMeanwhile, StalePanel } from './stale-panel.tsx';
import { useQnaDraft } from './use-qna-draft.ts';
import { useQnaSave } from './use-qna-save.ts';
import basics from '../../../ui/basics.module.css';
import styles from './knowledges.module.css';

interface QnaFormProps {
  /** Undefined for a new Q&A. */
  id: string | undefined;
  /** Ids of the questions that a new Q&A answers, separated by commas. */
  questions?: string | undefined;
  draftKey: string;
  initial: TypedQna;
  /** Whether `initial` was typed before, and kept on this device. */
  isKept: boolean;
  categories: QnaCategoriesReply | undefined;
  onClose: () => void;
  onWritten: () => void;
}

/** Form for a Q&A: its fields, similar Q&As, and what to do when another user has saved first. */
export function QnaForm(props: QnaFormProps) {
  const { id, draftKey, initial, isKept: isKeptNow, categories, onClose, onWritten } = props;
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const { typed, change, forget } = useQnaDraft(draftKey, initial);
  const [opened] = useState(initial.texts);
  // Text typed from now on is kept too, but the form did not open with it.
  const [isKept] = useState(isKeptNow);
  // Text that another page supplied was not typed, so nothing asks about it before the form closes.
  const isTyped = isChanged(typed) && (isKept || typed.texts !== opened);
  const { isLeaving, setLeaving, close, discard } = useLeaving(isTyped, isKept, forget, onClose);
  const form = useRef<HTMLDivElement>(null);
  const { newer, setNewer, isBusy, problem, shownProblemsIn, save } = useQnaSave({
    id,
    questions: props.questions,
    onWrong: () =>
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()),
    onSaved: forget,
  });

  const handleSave = async (what: TypedQna) => {
    setLeaving(false);
    if (!(await save(what))) return;
    onWritten();
    onClose();
  };
  const handleMerged = (merged: TypedQna) => {
    change(merged);
    setNewer(undefined);
    void handleSave(merged);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event) || isBusy || !isOnline) return;
    event.preventDefault();
    void handleSave(typed);
  };

  return (
    <Dialog
      open
      place="wide"
      onClose={close}
      title={t(id === undefined ? 'qna.add' : 'qna.edit')}
      footer={
        isLeaving ? (
          <LeavingQuestion onStay={() => setLeaving(false)} onKeep={onClose} onDiscard={() => void discard()} />
        ) : (
          <SaveButtons
            isBusy={isBusy}
            disabled={!isOnline || (newer !== undefined && newer !== null)}
            onCancel={close}
            onSave={() => void handleSave(typed)}
          />
        )
      }
    >
      {/* Keys are handled for all fields in it. */}
      <div className={basics.stack} ref={form} role="presentation" onKeyDown={handleKey}>
        <div aria-live="polite" className={styles.messages}>
          {!isOnline && <Banner tone="neutral">{t('qna.offline')}</Banner>}
          {isKept && newer === undefined && <KeptBanner typed={typed} onDiscard={() => void discard()} />}
          {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
          {newer === null && <GoneMeanwhile />}
        </div>
        {newer !== undefined && newer !== null && (
          <StalePanel typed={typed} newer={newer} isBusy={isBusy} onSave={handleMerged} />
        )}
        <QnaFieldsView
          id={id}
          texts={typed.texts}
          categories={categories}
          problems={shownProblemsIn(typed)}
          onType={(name, text) => change({ ...typed, texts: { ...typed.texts, [name]: text } })}
        />
      </div>
    </Dialog>
  );
}

/** Closes the form: at once when nothing is typed, else once its user has been asked what becomes of it. */
function useLeaving(isTyped: boolean, isKept: boolean, forget: () => Promise<void>, onClose: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  const close = () => {
    if (closesOpenList()) return;
    if (isTyped && !isLeaving) setLeaving(true);
    else if (!isTyped) {
      if (!isKept) void forget();
      onClose();
    }
  };
  const discard = async () => {
    await forget();
    onClose();
  };
  return { isLeaving, setLeaving, close, discard };
}

interface LeavingQuestionProps {
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

function LeavingQuestion({ onStay, onKeep, onDiscard }: LeavingQuestionProps) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.leaving} role="alert">
      <span>{t('qna.leaving.question')}</span>
      <Button onClick={onStay}>{t('qna.leaving.stay')}</Button>
      <Button onClick={onKeep}>{t('qna.leaving.keep')}</Button>
      <Button variant="danger" onClick={onDiscard}>
        {t('qna.leaving.discard')}
      </Button>
    </div>
  );
}

interface SaveButtonsProps {
  isBusy: boolean;
  disabled: boolean;
  onCancel: () => void;
  onSave: () => void;
}

function SaveButtons({ isBusy, disabled, onCancel, onSave }: SaveButtonsProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <span className={styles.hint}>{t('qna.keys')}</span>
      <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
      <Button variant="primary" busy={isBusy} disabled={disabled} onClick={onSave}>
        {t('qna.save')}
      </Button>
    </>
  );
}

/** Says that the fields show what was typed before, and offers to discard it. */
function KeptBanner({ typed, onDiscard }: { typed: TypedQna; onDiscard: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Banner
      tone="info"
      action={
        <Button small onClick={onDiscard}>
          {t('qna.leaving.discard')}
        </Button>
      }
    >
      {t('qna.isKept', { count: differingFields(fieldsOf(typed.texts), typed.base).length })}
    </Banner>
  );
}

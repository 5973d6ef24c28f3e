import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyOfFields, fieldsOfReply } from '#domain/assistant/wire/qna-fields.ts';
import type { QnaCategoriesReply, QnaReply } from '#domain/assistant/wire/qnas.ts';
import { problemsWithQna } from '#domain/assistant/knowledge/qna/problems.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/form/composing.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useOnline } from '../../../ui/online.ts';
import { closesOpenList } from './category-box.tsx';
import { QnaFieldsView } from './qna-form-fields.tsx';
import { differingFields, fieldsOf, isChanged, mergedInto, type TypedQna } from './qna-typed.ts';
import { GoneMeanwhile, StalePanel } from './stale-panel.tsx';
import { staleIn } from './stale-qna.ts';
import { useQnaDraft } from './use-qna-draft.ts';
import { useQnaWrite } from './use-qna-write.ts';
import { call } from '../../../net/call.ts';
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

/** Writing a Q&A: fields, what is like it, and what to do when somebody else has saved first. */
export function QnaForm(props: QnaFormProps) {
  const { id, questions, draftKey, initial, isKept: isKeptNow, categories, onClose, onWritten } = props;
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  const { typed, change, forget } = useQnaDraft(draftKey, initial);
  const [opened] = useState(initial.texts);
  // What is typed from now on is kept too, but was not typed before.
  const [isKept] = useState(isKeptNow);
  const [isTried, setTried] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  /** What somebody else has saved meanwhile; null when it was deleted. */
  const [newer, setNewer] = useState<QnaReply | null>();
  const { isBusy, problem, run } = useQnaWrite((error) => {
    const stale = staleIn(error);
    if (stale !== undefined) setNewer(stale.now);
    return stale !== undefined;
  });
  const fields = fieldsOf(typed.texts);
  const isNew = id === undefined || newer === null;
  const problems = problemsWithQna(fields, isNew ? undefined : typed.base);
  // What another page gave to begin with is not typed, and need not be asked about.
  const isTyped = isChanged(typed) && (isKept || typed.texts !== opened);

  const save = async (what: TypedQna) => {
    setTried(true);
    setLeaving(false);
    const content = fieldsOf(what.texts);
    if (problemsWithQna(content, isNew ? undefined : what.base).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    const body = bodyOfFields(content);
    const saved = await run({ body, version: what.version, id }, (key) =>
      isNew
        ? call(api, 'POST /qnas', { body, key, query: { questions } })
        : call(api, 'PUT /qnas/:id', { params: { id }, body: { ...body, version: what.version }, key }),
    );
    if (saved === undefined) return;
    await forget();
    const later = content.status === 'needs_check' ? { detail: t('qna.checkFirst') } : {};
    showNotice({ title: t(isNew ? 'qna.created' : 'qna.updated'), tone: 'ok', ...later });
    onWritten();
    onClose();
  };
  const handleClose = () => {
    if (closesOpenList()) return;
    if (isTyped && !isLeaving) setLeaving(true);
    else if (!isTyped) {
      if (!isKept) void forget();
      onClose();
    }
  };
  const handleDiscard = async () => {
    await forget();
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event) || isBusy || !isOnline) return;
    event.preventDefault();
    void save(typed);
  };

  return (
    <Dialog
      open
      place="wide"
      onClose={handleClose}
      title={t(id === undefined ? 'qna.add' : 'qna.edit')}
      footer={
        isLeaving ? (
          <div className={styles.leaving} role="alert">
            <span>{t('qna.leaving.question')}</span>
            <Button onClick={() => setLeaving(false)}>{t('qna.leaving.stay')}</Button>
            <Button onClick={onClose}>{t('qna.leaving.keep')}</Button>
            <Button variant="danger" onClick={() => void handleDiscard()}>
              {t('qna.leaving.discard')}
            </Button>
          </div>
        ) : (
          <>
            <span className={styles.hint}>{t('qna.keys')}</span>
            <Button onClick={handleClose}>{t('common:action.cancel')}</Button>
            <Button
              variant="primary"
              busy={isBusy}
              disabled={!isOnline || (newer !== undefined && newer !== null)}
              onClick={() => void save(typed)}
            >
              {t('qna.save')}
            </Button>
          </>
        )
      }
    >
      {/* Keys are handled for all fields in it. */}
      <div className={basics.stack} ref={form} role="presentation" onKeyDown={handleKey}>
        <div aria-live="polite" className={styles.messages}>
          {!isOnline && <Banner tone="neutral">{t('qna.offline')}</Banner>}
          {isKept && newer === undefined && (
            <Banner
              tone="info"
              action={
                <Button small onClick={() => void handleDiscard()}>
                  {t('qna.leaving.discard')}
                </Button>
              }
            >
              {t('qna.isKept', { count: differingFields(fields, typed.base).length })}
            </Banner>
          )}
          {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
          {newer === null && <GoneMeanwhile />}
        </div>
        {newer !== undefined && newer !== null && (
          <StalePanel
            typed={typed}
            newer={newer}
            isBusy={isBusy}
            onSave={(kept) => {
              const merged = mergedInto(typed, { fields: fieldsOfReply(newer), version: newer.version }, kept);
              change(merged);
              setNewer(undefined);
              void save(merged);
            }}
          />
        )}
        <QnaFieldsView
          id={id}
          texts={typed.texts}
          categories={categories}
          problems={isTried ? problems : []}
          onType={(name, text) => change({ ...typed, texts: { ...typed.texts, [name]: text } })}
        />
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyOfFields } from '#domain/assistant/wire/qna-fields.ts';
import { problemsWithQna } from '#domain/assistant/knowledge/qna/problems.ts';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { call } from '../../../net/call.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { fieldsOf, type TypedQna } from './qna-typed.ts';
import { staleIn } from './stale-qna.ts';
import { useQnaWrite } from './use-qna-write.ts';

interface SaveOptions {
  /** Undefined for a new Q&A. */
  id: string | undefined;
  /** Ids of the questions that a new Q&A answers, separated by commas. */
  questions: string | undefined;
  /** Called when a Q&A is not sent, because something is wrong in its fields. */
  onWrong: () => void;
  /** Called before the user is told. */
  onSaved: () => Promise<void>;
}

/** Saves a Q&A, and finds out what another user has saved first. */
export function useQnaSave({ id, questions, onWrong, onSaved }: SaveOptions) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const [isTried, setTried] = useState(false);
  /** Version that another user has saved since; null when the Q&A was deleted. */
  const [newer, setNewer] = useState<QnaReply | null>();
  const { isBusy, problem, run } = useQnaWrite((error) => {
    const stale = staleIn(error);
    if (stale !== undefined) setNewer(stale.now);
    return stale !== undefined;
  });
  const isNew = id === undefined || newer === null;

  const problemsIn = ({ texts, base }: TypedQna) => problemsWithQna(fieldsOf(texts), isNew ? undefined : base);

  /** @returns whether it is saved */
  const save = async (what: TypedQna): Promise<boolean> => {
    setTried(true);
    if (problemsIn(what).length > 0) {
      onWrong();
      return false;
    }
    const { version } = what;
    const content = fieldsOf(what.texts);
    const body = bodyOfFields(content);
    const saved = await run({ body, version, id }, (key) =>
      isNew
        ? call(api, 'POST /qnas', { body, key, query: { questions } })
        : call(api, 'PUT /qnas/:id', { params: { id }, body: { ...body, version }, key }),
    );
    if (saved === undefined) return false;
    await onSaved();
    const later = content.status === 'needs_check' ? { detail: t('qna.checkFirst') } : {};
    showNotice({ title: t(isNew ? 'qna.created' : 'qna.updated'), tone: 'ok', ...later });
    return true;
  };
  /** Returns what is wrong in the fields, once saving was tried. */
  const shownProblemsIn = (what: TypedQna) => (isTried ? problemsIn(what) : []);
  return { newer, setNewer, isBusy, problem, shownProblemsIn, save };
}

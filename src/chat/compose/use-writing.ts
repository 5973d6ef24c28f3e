import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { problemWith } from '#domain/chat/chat.ts';
import { draftFiles, splitFiles } from '#domain/ground/attachments.ts';
import type { ErrorCode } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { DraftChange } from '../../db/draft-row.ts';
import { hasSpaceFor } from '../../db/storage.ts';
import type { BoxContent } from '../../db/box-content.ts';
import { useLeftOutText } from '../../i18n/left-out-text.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { useDraft } from './use-draft.ts';

export interface WritingProps {
  /** Key of the saved draft, such as `room:<id>`. When it changes, the text moves along. */
  draftKey: string;
  /**
   * Resolves when the message is durable on this device. If it rejects, the text returns to the box.
   * `clearsDraft` removes the text from the saved draft in the transaction that stores the message.
   */
  onSend: (content: string, files: File[], clearsDraft: DraftChange) => Promise<unknown>;
  /** Note about files where they are not simply sent; then text is required too. */
  filesNote?: string;
  maxChars: number;
}

/** Pause in typing after which the draft is saved. */
const saveAfterMs = 300;

/** Returns what is written in a box, why some of it was not taken, and what changes and sends it. */
export function useWriting(props: WritingProps, box: RefObject<HTMLTextAreaElement | null>) {
  const { draftKey, onSend, filesNote, maxChars } = props;
  const { t } = useTranslation('chat');
  const reasonText = useReasonText();
  const leftOutText = useLeftOutText();
  const { db } = useSession();
  const [problem, setProblem] = useState<ErrorCode | 'NOT_KEPT' | 'NO_SPACE'>();
  const [leftOut, setLeftOut] = useState<string>();
  const { draft, box: written } = useDraft(draftKey, box);

  const type = (text: string) => {
    draft.change((before) => ({ ...before, text }), saveAfterMs);
    setProblem(undefined);
  };
  const setFiles = (next: (before: File[]) => File[]) =>
    draft.change((before) => ({ ...before, files: next(before.files) }));
  const addFiles = async (chosen: File[]) => {
    if (chosen.length === 0) return;
    const { taken, leftOut: rest } = splitFiles(chosen, draft.box().files.length);
    setProblem(undefined);
    setLeftOut(leftOutText(rest));
    box.current?.focus();
    if (taken.length === 0) return;
    // Added at once, so that Enter right after sends them too; removed again if the disk is full.
    setFiles((before) => [...before, ...taken]);
    if (await hasSpaceFor(db, taken)) return;
    setFiles((before) => before.filter((file) => !taken.includes(file)));
    setProblem('NO_SPACE');
  };
  const removeFile = (at: number) => setFiles((before) => before.filter((_, other) => other !== at));

  const isEmpty = ({ text, files }: BoxContent) => isBlank(text) && (files.length === 0 || filesNote !== undefined);
  const send = () => {
    // The current content, which may not be rendered yet.
    const now = draft.box();
    const message = { content: now.text, files: draftFiles(now.files) };
    const found = isEmpty(now) ? 'EMPTY_MESSAGE' : now.text.length > maxChars ? 'TOO_LONG' : problemWith(message);
    setProblem(found === 'EMPTY_MESSAGE' ? undefined : found);
    setLeftOut(undefined);
    if (found !== undefined) return;
    draft
      .send((content, clearsDraft) => onSend(content.text, content.files, clearsDraft))
      .catch(() => setProblem('NOT_KEPT'));
    box.current?.focus();
  };

  const problemText =
    problem === 'NOT_KEPT' ? t('composer.notKept') : problem && reasonText({ code: problem, message: problem });
  const alert = problemText ?? leftOut;
  return { ...written, draft, isEmpty: isEmpty(written), alert, type, addFiles, removeFile, send };
}

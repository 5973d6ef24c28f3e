import { useEffect, useId, useRef, useState, type ClipboardEvent, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { problemWith } from '#domain/chat/chat.ts';
import { acceptedAttachments, draftFiles, splitFiles } from '#domain/ground/attachments.ts';
import type { ErrorCode } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { DraftChange } from '../../db/draft-row.ts';
import { hasSpaceFor } from '../../db/storage.ts';
import { IconButton } from '../../ui/button.tsx';
import { useEnterSends } from '../../ui/form/enter-sends.ts';
import { FileChoice } from '../../ui/form/file-choice.tsx';
import { isLongHangul, readyForPaste } from '../../ui/form/hangul.ts';
import { useLeftOutText } from '../../i18n/left-out-text.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { sizeText } from '../parts/file-bytes.ts';
import { isTextPasted } from './pasted-text.ts';
import { useDraft } from './use-draft.ts';
import { joined, type Written } from '../../db/written.ts';
import styles from './composer.module.css';

interface ComposerProps {
  /** Key of the saved draft, such as `room:<id>`. When it changes, the text moves along. */
  draftKey: string;
  label: string;
  placeholder: string;
  /**
   * Resolves when the message is durable on this device. If it rejects, the text returns to the box.
   * `clearsDraft` removes the text from the saved draft in the transaction that stores the message.
   */
  onSend: (content: string, files: File[], clearsDraft: DraftChange) => Promise<unknown>;
  /** Note about files where they are not simply sent; then text is required too. */
  filesNote?: string;
  maxChars: number;
  /** Text to append to the box (a template); '' only moves the focus. A new `id` repeats it. */
  prefill?: Prefill | undefined;
  /** Whether the box gets the focus when it appears. */
  takesFocus?: boolean;
  /** Content above the box: suggestions, templates. */
  above?: ReactNode;
}

/** A text to insert into a box. */
export interface Prefill {
  id: number;
  text: string;
}

/** Pause in typing after which the draft is saved. */
const saveAfterMs = 300;

/**
 * Box for writing a message. Enter sends, Shift+Enter adds a line break. Use the room id as key.
 */
export function Composer(props: ComposerProps) {
  const { label, placeholder, onSend, filesNote, maxChars, prefill, takesFocus = false, above } = props;
  const { t, i18n } = useTranslation('chat');
  const reasonText = useReasonText();
  const { db } = useSession();
  const [problem, setProblem] = useState<ErrorCode | 'NOT_KEPT' | 'NO_SPACE'>();
  const [leftOut, setLeftOut] = useState<string>();
  const leftOutText = useLeftOutText();
  const box = useRef<HTMLTextAreaElement>(null);
  const { draft, box: written } = useDraft(props.draftKey, box);
  const { text, files } = written;
  const problemId = useId();

  useEffect(() => {
    if (prefill === undefined) return;
    if (prefill.text !== '') draft.change((before) => joined(before, { text: prefill.text, files: [] }));
    box.current?.focus();
  }, [prefill, draft]);

  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);

  const setFiles = (next: (before: File[]) => File[]) =>
    draft.change((before) => ({ ...before, files: next(before.files) }));
  const add = async (chosen: File[]) => {
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

  const isEmpty = ({ text: said, files: added }: Written) =>
    isBlank(said) && (added.length === 0 || filesNote !== undefined);
  const empty = isEmpty(written);
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

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  useEnterSends(box, send);
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    readyForPaste(event.currentTarget, event.clipboardData.getData('text/plain'));
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || isTextPasted((format) => event.clipboardData.getData(format), pasted)) return;
    event.preventDefault();
    void add(pasted);
  };

  const problemText =
    problem === 'NOT_KEPT' ? t('composer.notKept') : problem && reasonText({ code: problem, message: problem });
  const alert = problemText ?? leftOut;
  return (
    <form className={styles.composer} data-foot onSubmit={handleSubmit}>
      {above}
      {alert !== undefined && (
        <p id={problemId} className={styles.problem} role="alert">
          <CircleAlert aria-hidden />
          {alert}
        </p>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('composer.files')}>
          {files.map((file, at) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`} className={styles.file}>
              <FileText aria-hidden />
              <span className={styles.fileName}>{file.name}</span>
              <span className={styles.fileSize}>{sizeText(i18n.language, file.size)}</span>
              <IconButton
                small
                label={t('composer.removeFile', { name: file.name })}
                icon={<X aria-hidden />}
                onClick={() => setFiles((before) => before.filter((_, other) => other !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && filesNote !== undefined && <p className={styles.note}>{filesNote}</p>}
      <FileChoice
        className={styles.box}
        label={t('composer.attach')}
        accept={acceptedAttachments}
        multiple
        onFiles={(chosen) => void add(chosen)}
      >
        {(open) => (
          <>
            <IconButton label={t('composer.attach')} icon={<Paperclip aria-hidden />} onClick={open} />
            <textarea
              ref={box}
              className={styles.text}
              dir="auto"
              data-hangul={isLongHangul(text) || undefined}
              rows={1}
              value={text}
              aria-label={label}
              aria-describedby={alert === undefined ? undefined : problemId}
              placeholder={placeholder}
              enterKeyHint="send"
              onChange={(event) => {
                const now = event.target.value;
                draft.change((before) => ({ ...before, text: now }), saveAfterMs);
                setProblem(undefined);
              }}
              onBlur={() => draft.refresh()}
              onPaste={handlePaste}
            />
            <div className={styles.send} data-ready={!empty || undefined}>
              <IconButton
                type="submit"
                label={t('composer.send')}
                icon={<SendHorizontal aria-hidden />}
                disabled={empty}
              />
            </div>
          </>
        )}
      </FileChoice>
      {text.length > maxChars * 0.9 && (
        <p className={styles.count}>{t('composer.count', { count: text.length, max: maxChars })}</p>
      )}
    </form>
  );
}

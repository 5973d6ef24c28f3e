import { useEffect, useId, useRef, type ClipboardEvent, type FormEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { acceptedAttachments } from '#domain/ground/attachments.ts';
import { joinContents } from '../../db/box-content.ts';
import { IconButton } from '../../ui/button.tsx';
import { useEnterSends } from '../../ui/form/enter-sends.ts';
import { FileChoice } from '../../ui/form/file-choice.tsx';
import { isLongHangul, readyForPaste } from '../../ui/form/hangul.ts';
import { sizeText } from '../parts/file-bytes.ts';
import type { Draft } from './draft.ts';
import { isTextPasted } from './pasted-text.ts';
import { useWriting, type WritingProps } from './use-writing.ts';
import styles from './composer.module.css';

interface ComposerProps extends WritingProps {
  label: string;
  placeholder: string;
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

/**
 * Box for writing a message. Enter sends, Shift+Enter adds a line break. Use the room id as key.
 */
export function Composer(props: ComposerProps) {
  const { label, placeholder, filesNote, maxChars, prefill, takesFocus = false, above } = props;
  const { t } = useTranslation('chat');
  const box = useRef<HTMLTextAreaElement>(null);
  const { draft, text, files, isEmpty, alert, type, addFiles, removeFile, send } = useWriting(props, box);
  const problemId = useId();
  usePrefill(prefill, draft, box);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  useEnterSends(box, send);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form className={styles.composer} data-foot onSubmit={handleSubmit}>
      {above}
      {alert !== undefined && (
        <p id={problemId} className={styles.problem} role="alert">
          <CircleAlert aria-hidden />
          {alert}
        </p>
      )}
      {files.length > 0 && <FileList files={files} note={filesNote} onRemove={removeFile} />}
      <FileChoice
        className={styles.box}
        label={t('composer.attach')}
        accept={acceptedAttachments}
        multiple
        onFiles={(chosen) => void addFiles(chosen)}
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
              onChange={(event) => type(event.target.value)}
              onBlur={() => draft.refresh()}
              onPaste={(event) => pasteInto(event, (pasted) => void addFiles(pasted))}
            />
            <SendButton isEmpty={isEmpty} />
          </>
        )}
      </FileChoice>
      {text.length > maxChars * 0.9 && (
        <p className={styles.count}>{t('composer.count', { count: text.length, max: maxChars })}</p>
      )}
    </form>
  );
}

/** Appends a text to the box, and moves the focus there. */
function usePrefill(prefill: Prefill | undefined, draft: Draft, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (prefill === undefined) return;
    if (prefill.text !== '') draft.change((before) => joinContents(before, { text: prefill.text, files: [] }));
    box.current?.focus();
  }, [prefill, draft, box]);
}

/** Prepares the box for a pasted text, or takes the pasted files in its place. */
function pasteInto(event: ClipboardEvent<HTMLTextAreaElement>, addFiles: (files: File[]) => void): void {
  const { clipboardData: data } = event;
  readyForPaste(event.currentTarget, data.getData('text/plain'));
  const pasted = [...data.files];
  if (pasted.length === 0 || isTextPasted((format) => data.getData(format), pasted)) return;
  event.preventDefault();
  addFiles(pasted);
}

interface FileListProps {
  files: readonly File[];
  note: string | undefined;
  onRemove: (at: number) => void;
}

/** The files that go with the message, and what becomes of them. */
function FileList({ files, note, onRemove }: FileListProps) {
  const { t, i18n } = useTranslation('chat');
  return (
    <>
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
              onClick={() => onRemove(at)}
            />
          </li>
        ))}
      </ul>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </>
  );
}

function SendButton({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.send} data-ready={!isEmpty || undefined}>
      <IconButton type="submit" label={t('composer.send')} icon={<SendHorizontal aria-hidden />} disabled={isEmpty} />
    </div>
  );
}

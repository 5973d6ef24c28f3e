import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './file-choice.module.css';

interface FileChoiceProps {
  /** Name of the file field, for screen readers and tests. */
  label: string;
  /** Endings or media types, separated by commas, as the file dialog takes them. */
  accept: string;
  multiple?: boolean;
  /** Drops are ignored then; the control inside is disabled by its owner. */
  disabled?: boolean;
  className?: string | undefined;
  /** Called with at least one file; dropped files may be of any type and size. */
  onFiles: (files: [File, ...File[]]) => void;
  /** The controls. @param open opens the file dialog */
  children: (open: () => void) => ReactNode;
}

/** Area where files are chosen: by a click or key on a control inside, or by dropping them anywhere on it. */
export function FileChoice({ label, accept, multiple, disabled, className, onFiles, children }: FileChoiceProps) {
  const [picker, setPicker] = useState<HTMLInputElement | null>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const [first, ...others] = list ?? [];
    if (first !== undefined) onFiles(multiple === true ? [first, ...others] : [first]);
  };
  const handleOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Otherwise the browser would open the file in place of the app.
    event.preventDefault();
    setOver(disabled !== true);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    // An element around this one may take files too.
    event.stopPropagation();
    setOver(false);
    if (disabled !== true) take(event.dataTransfer.files);
  };
  return (
    <div
      className={`${styles.choice} ${className ?? ''}`}
      data-over={isOver || undefined}
      onDragOver={handleOver}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      {children(() => picker?.click())}
      <input
        ref={setPicker}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files);
          // The same file may be chosen again after it was mended.
          target.value = '';
        }}
      />
    </div>
  );
}

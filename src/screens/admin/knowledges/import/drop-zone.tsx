import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import styles from './import.module.css';

/** Where a file is chosen by click or key, or dropped. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('admin');
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.zone}
        data-over={isOver || undefined}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file !== undefined) onFile(file);
        }}
      >
        <FileSpreadsheet aria-hidden />
        <strong>{t('qnaImport.drop')}</strong>
        <span>
          {t('qnaImport.onlyExcel')} {t('qnaImport.size')}
        </span>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={t('qnaImport.title')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was mended.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}

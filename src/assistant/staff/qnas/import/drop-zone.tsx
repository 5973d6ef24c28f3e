import { useTranslation } from 'react-i18next';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { FileChoice } from '../../../../ui/form/file-choice.tsx';
import basics from '../../../../ui/basics.module.css';
import styles from './import.module.css';

/** Area where the user chooses a file by click or key, or drops one. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('admin');
  return (
    <FileChoice
      label={t('qnaImport.title')}
      accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      onFiles={([file]) => onFile(file)}
    >
      {(open) => (
        <button type="button" className={styles.zone} onClick={open}>
          <FileSpreadsheet aria-hidden />
          <strong>{t('qnaImport.drop')}</strong>
          <span className={basics.quiet}>
            {t('qnaImport.onlyExcel')} {t('qnaImport.size')}
          </span>
        </button>
      )}
    </FileChoice>
  );
}

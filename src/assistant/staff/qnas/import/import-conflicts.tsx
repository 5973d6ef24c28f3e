import { useTranslation } from 'react-i18next';
import type { ImportChoice, ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/form/checkbox.tsx';
import styles from './import.module.css';

interface ImportConflictsProps {
  reply: ImportReply;
  onChoose: (choice: ImportChoice) => void;
}

/** Rows whose id names a Q&A that asks something else, with both questions: the user confirms each of them, or all. */
export function ImportConflicts({ reply, onChoose }: ImportConflictsProps) {
  const { t } = useTranslation('admin');
  const { conflicts, conflicts_total: total, sheet, columns } = reply;
  if (conflicts.length === 0) return null;
  const confirmed = conflicts.filter((each) => each.is_confirmed).map(({ row }) => row);
  const confirm = (rows: NonNullable<ImportChoice['confirmed']>) =>
    onChoose({ sheet, fields: columns.map(({ field }) => field), confirmed: rows });
  const handleRow = (row: number, isOn: boolean) =>
    confirm(isOn ? [...confirmed, row] : confirmed.filter((each) => each !== row));
  return (
    <details className={styles.part} open>
      <summary>{t('qnaImport.conflicts', { count: total })}</summary>
      <p>{t('qnaImport.conflictsText')}</p>
      <div className={styles.tools}>
        <Button small disabled={confirmed.length === conflicts.length} onClick={() => confirm('all')}>
          {t('qnaImport.replaceAll', { count: total })}
        </Button>
        {confirmed.length > 0 && (
          <Button small onClick={() => confirm([])}>
            {t('qnaImport.replaceNone')}
          </Button>
        )}
      </div>
      <ol className={styles.changes}>
        {conflicts.map(({ row, id, before, after, is_confirmed: isConfirmed }) => (
          <li key={row}>
            <Checkbox
              label={t('qnaImport.replace', { id, row })}
              checked={isConfirmed}
              onChange={(isOn) => handleRow(row, isOn)}
            />
            <dl>
              <div>
                <dt>{t('qnaImport.storedQuestion')}</dt>
                <dd>{before}</dd>
              </div>
              <div>
                <dt>{t('qnaImport.newQuestion')}</dt>
                <dd>{after}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
      {total > conflicts.length && <p>{t('qnaImport.cut', { count: conflicts.length, total })}</p>}
    </details>
  );
}

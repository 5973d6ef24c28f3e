import { useTranslation } from 'react-i18next';
import type { ImportChoice, ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { importTargets } from '#domain/assistant/knowledge/qna/import/heads.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import styles from './import.module.css';

interface ImportColumnsProps {
  reply: ImportReply;
  onChoose: (choice: ImportChoice) => void;
}

/** The columns of the file with their first values, and which field each one is. */
export function ImportColumns({ reply, onChoose }: ImportColumnsProps) {
  const { t } = useTranslation('admin');
  const { columns, preview, missing, sheet } = reply;
  const used = columns.filter(({ field }) => field !== null).length;
  const leftOut = columns.filter(({ field, head }) => field === null && head !== '').map(({ head }) => head);
  const handleField = (at: number, field: string) => {
    // A field is that of one column: another one that had it is left out.
    const fields = columns.map((column, i) =>
      i === at ? (field === '' ? null : field) : column.field === field ? null : column.field,
    );
    onChoose({ sheet, fields });
  };
  return (
    <>
      <SheetSelect reply={reply} onChoose={onChoose} />
      {missing.length > 0 && (
        <Banner tone="warn">{t('qnaImport.missing', { count: missing.length, heads: missing.join(', ') })}</Banner>
      )}
      <details className={styles.part} open={missing.length > 0 || leftOut.length > 0}>
        <summary>
          {t('qnaImport.columns', { used, count: columns.length })}
          {leftOut.length > 0 && ` ${t('qnaImport.leftOut', { heads: leftOut.join(', ') })}`}
        </summary>
        <ul className={styles.columns}>
          {columns.map(({ column, head, field }, at) => (
            <li key={column}>
              <div>
                <strong>
                  {column} · {head === '' ? t('qnaImport.noHead') : head}
                </strong>
                <small>{firstValues(preview, at)}</small>
              </div>
              <Select
                label={t('qnaImport.fieldOf', { column })}
                value={field ?? ''}
                placeholder={t('qnaImport.leaveOut')}
                onChange={(value) => handleField(at, value)}
                options={importTargets.map(({ target, column: label }) => ({ value: target, label }))}
              />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Asks for the sheet, where a file has more than one. */
function SheetSelect({ reply: { sheets, sheet }, onChoose }: ImportColumnsProps) {
  const { t } = useTranslation('admin');
  if (sheets.length < 2) return null;
  return (
    <Select
      label={t('qnaImport.sheet')}
      value={String(sheet)}
      onChange={(value) => onChoose({ sheet: Number(value) })}
      options={sheets.map(({ name, hidden, rows }, i) => ({
        value: String(i),
        label: t(hidden ? 'qnaImport.hiddenSheet' : 'qnaImport.sheetOption', { name, count: rows }),
        disabled: rows === 0,
      }))}
    />
  );
}

/** Returns the first values of a column that are not empty. */
function firstValues(preview: ImportReply['preview'], at: number): string {
  const texts = preview.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '');
  return texts.slice(0, 3).join(' | ');
}

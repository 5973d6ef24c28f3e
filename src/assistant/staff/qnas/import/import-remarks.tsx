import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import type { ImportRemark } from '#domain/assistant/wire/qna-imports.ts';
import { Button } from '../../../../ui/button.tsx';
import { useCopy } from '../../../../ui/copy.ts';
import { download } from '../../../../ui/download.ts';
import { csvOf } from '#domain/ground/csv.ts';
import { hiddenOnPhone } from '../../../../ui/visually-hidden.tsx';
import { qnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import styles from './import.module.css';

interface ImportRemarksProps {
  /** Title of the table. */
  title: string;
  remarks: readonly ImportRemark[];
  /** Number of all remarks, of which `remarks` are the first. */
  total: number;
  /** Name of the file with the remarks, without its ending. */
  fileName: string;
  isOpen: boolean;
}

/** Rows that are shown at first. */
const shownAtFirst = 50;

/** A table of errors or notes by cell, to copy or to download. */
export function ImportRemarks({ title, remarks, total, fileName, isOpen }: ImportRemarksProps) {
  const { t } = useTranslation('admin');
  const copy = useCopy();
  const textOf = useRemarkText();
  const [isWhole, setWhole] = useState(false);
  if (remarks.length === 0) return null;
  const heads = [t('qnaImport.row'), t('qnaImport.cell'), t('qnaImport.head'), t('qnaImport.problem')];
  const lines = remarks.map((remark) => [String(remark.row), cellOf(remark), remark.head, textOf(remark)]);
  const handleDownload = () =>
    download(new Blob([csvOf([heads, ...lines])], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  const handleCopy = () =>
    copy([heads, ...lines].map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t')).join('\n'));
  return (
    <details className={styles.part} open={isOpen}>
      <summary>{title}</summary>
      <div className={styles.tools}>
        <Button small icon={<Copy aria-hidden />} onClick={handleCopy}>
          {t('qnaImport.copy')}
        </Button>
        <Button small icon={<Download aria-hidden />} onClick={handleDownload}>
          {t('qnaImport.download')}
        </Button>
      </div>
      <table className={styles.table}>
        <thead className={hiddenOnPhone}>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, isWhole ? undefined : shownAtFirst).map((cells) => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, at) => (
                <td key={heads[at]} data-label={heads[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && lines.length > shownAtFirst && (
        <Button small onClick={() => setWhole(true)}>
          {t('qnaImport.showAll', { count: lines.length })}
        </Button>
      )}
      {total > remarks.length && <p>{t('qnaImport.cut', { count: remarks.length, total })}</p>}
    </details>
  );
}

/** The address of a cell, as Excel writes it. */
function cellOf({ column, row }: ImportRemark): string {
  return column === '' ? '' : `${column}${row}`;
}

/** Returns the sentence of an error or a note in the reader's language; that of the server for a new rule. */
function useRemarkText(): (remark: ImportRemark) => string {
  const { t, i18n } = useTranslation('admin');
  return ({ code, head, value, message }) => {
    const key = `qnaImport.remark.${code}`;
    if (!i18n.exists(key, { ns: 'admin' })) return message;
    const field = qnaFields.find(({ column }) => column === head);
    const { chars, items, allChars } = field ?? {};
    return t(key, { head, value, chars, items, allChars });
  };
}

import { useTranslation } from 'react-i18next';
import type { ImportChoice, ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { Chip } from '../../../../ui/chip.tsx';
import { ImportConflicts } from './import-conflicts.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportRemarks } from './import-remarks.tsx';
import basics from '../../../../ui/basics.module.css';
import styles from './import.module.css';

interface CheckedImportProps {
  reply: ImportReply;
  isBusy: boolean;
  onChoose: (choice: ImportChoice) => void;
}

/** Shows what the import of a file would do. Nothing is written yet. */
export function CheckedImport({ reply, isBusy, onChoose }: CheckedImportProps) {
  const { t } = useTranslation('admin');
  const { file_name: name, rows, created, updated, skipped, refused } = reply;
  return (
    <div className={styles.checked} aria-busy={isBusy}>
      <div>
        <p className={styles.file}>{name}</p>
        <p className={basics.quiet}>{t('qnaImport.dryRun', { count: rows })}</p>
        <output className={styles.counts}>
          {created > 0 && <Chip tone="ok">{t('qnaImport.willCreate', { count: created })}</Chip>}
          {updated > 0 && <Chip tone="info">{t('qnaImport.willUpdate', { count: updated })}</Chip>}
          {skipped > 0 && <Chip>{t('qnaImport.willSkip', { count: skipped })}</Chip>}
          {refused > 0 && <Chip tone="danger">{t('qnaImport.willRefuse', { count: refused })}</Chip>}
          {rows === 0 && <Chip tone="warn">{t('qnaImport.noRows')}</Chip>}
        </output>
      </div>
      <ImportColumns reply={reply} onChoose={onChoose} />
      <ImportConflicts reply={reply} onChoose={onChoose} />
      <ImportRemarks
        isOpen
        title={t('qnaImport.errors', { count: reply.errors_total })}
        remarks={reply.errors}
        total={reply.errors_total}
        fileName={`${name.replace(/\.xlsx$/i, '')} ${t('qnaImport.errorsFile')}`}
      />
      <ImportRemarks
        isOpen={reply.errors_total === 0}
        title={t('qnaImport.notes', { count: reply.notes_total })}
        remarks={reply.notes}
        total={reply.notes_total}
        fileName={`${name.replace(/\.xlsx$/i, '')} ${t('qnaImport.notesFile')}`}
      />
      <ImportChanges reply={reply} />
    </div>
  );
}

/** Shows what an import would make and change, row by row. */
function ImportChanges({ reply }: { reply: ImportReply }) {
  const { t } = useTranslation('admin');
  const { changes, changes_total: total } = reply;
  if (changes.length === 0) return null;
  return (
    <details className={styles.part}>
      <summary>{t('qnaImport.changes', { count: total })}</summary>
      <ol className={styles.changes}>
        {changes.map(({ row, action, id, question, fields }) => (
          <li key={row}>
            <p>
              <Chip tone={action === 'create' ? 'ok' : 'info'}>
                {action === 'create' ? t('qnaImport.new') : t('qnaImport.changed', { id })}
              </Chip>{' '}
              {t('qnaImport.inRow', { row })} · <strong>{question}</strong>
            </p>
            {action === 'update' && (
              <dl>
                {fields.map(({ head, before, after }) => (
                  <div key={head}>
                    <dt>{head}</dt>
                    <dd>
                      <del>{before === '' ? t('qnaImport.nothing') : before}</del>
                      <ins>{after === '' ? t('qnaImport.nothing') : after}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {total > changes.length && <p>{t('qnaImport.cut', { count: changes.length, total })}</p>}
    </details>
  );
}

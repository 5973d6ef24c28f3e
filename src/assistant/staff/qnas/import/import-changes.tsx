import { useTranslation } from 'react-i18next';
import type { ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { Chip } from '../../../../ui/chip.tsx';
import styles from './import.module.css';

/** What an import would make and change, row by row. */
export function ImportChanges({ reply }: { reply: ImportReply }) {
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

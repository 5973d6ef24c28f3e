import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncResult } from '#domain/assistant/wire/synchronizes.ts';
import { Chip } from '../../../ui/chip.tsx';
import { entryPath } from './entry-path.ts';
import { MeasuredFigures } from './measured-figures.tsx';
import styles from './center.module.css';

const tones = { created: 'ok', changed: 'info', deleted: 'danger' } as const;

/** Shows what a sync would change: the entries, the figures, and the questions that get worse. */
export function Comparison({ result }: { result: SyncResult }) {
  const { t } = useTranslation('center');
  const { counts, differences } = result;
  const all = counts.created + counts.changed + counts.deleted;
  return (
    <>
      <p>{t('sync.pending', { ...counts })}</p>
      <details>
        <summary>{t('sync.entries', { count: all })}</summary>
        <ul className={styles.list}>
          {differences.map(({ id, title, kind }) => (
            <li key={id}>
              <Chip tone={tones[kind]}>{t(`sync.kinds.${kind}`)}</Chip>{' '}
              {kind === 'deleted' ? title : <Link to={entryPath(id)}>{title}</Link>}
            </li>
          ))}
        </ul>
        {all > differences.length && <p>{t('sync.cut', { count: all - differences.length })}</p>}
      </details>
      <MeasuredFigures result={result} />
    </>
  );
}

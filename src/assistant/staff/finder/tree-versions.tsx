import { useTranslation } from 'react-i18next';
import { differingRows } from '#domain/assistant/knowledge/finder/merge.ts';
import type { TreeVersion } from '#domain/assistant/wire/finder.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import styles from '../../../staff/admin.module.css';

interface TreeVersionsProps {
  /** Newest first. */
  versions: TreeVersion[];
  onRestore: (version: TreeVersion) => void;
}

/** Earlier versions, with what each changed; one can be taken as the edit. */
export function TreeVersions({ versions, onRestore }: TreeVersionsProps) {
  const { t } = useTranslation('admin');
  return (
    <Card title={t('finder.versions')}>
      <table className={styles.rows} data-words>
        <thead>
          <tr>
            <th scope="col">{t('finder.version')}</th>
            <th scope="col">{t('finder.who')}</th>
            <th scope="col">{t('finder.changedRows')}</th>
            <th scope="col">{t('finder.action')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, i) => {
            const before = versions[i + 1];
            return (
              <tr key={version.version}>
                <th scope="row">{version.version}</th>
                <td data-label={t('finder.who')}>
                  {version.made_by ?? t('finder.own')}{' '}
                  <small>
                    <Moment at={version.made_at} />
                  </small>
                </td>
                <td data-label={t('finder.changedRows')}>
                  <div>
                    {version.note}
                    {before !== undefined && <small>{differingRows(before.tree, version.tree).join(', ')}</small>}
                  </div>
                </td>
                <td>
                  {i === 0 ? (
                    t('finder.inUse')
                  ) : (
                    <Button small onClick={() => onRestore(version)}>
                      {t('finder.restore', { version: version.version })}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { Card } from '../../../ui/card.tsx';
import { useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import styles from '../../../staff/admin.module.css';

/** The trees of the failure finder, to open one for editing. */
export function FinderSection() {
  const { t, i18n } = useTranslation('admin');
  const trees = useReply('GET /admin-api/finder_trees');
  return (
    <Card title={t('finder.title')}>
      <p>{t('finder.lead')}</p>
      <RemoteView remote={trees} words="admin">
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('finder.empty')}</p>
          ) : (
            <table className={styles.rows} data-words>
              <thead>
                <tr>
                  <th scope="col">{t('finder.tree')}</th>
                  <th scope="col">{t('finder.size')}</th>
                  <th scope="col">{t('finder.version')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ version, tree, made_by: by, made_at: at }) => (
                  <tr key={tree.id}>
                    <th scope="row">
                      <Link to={`?tree=${tree.id}`}>{wordsIn(tree.title, i18n.language)}</Link>
                      <small>{wordsIn(tree.about, i18n.language)}</small>
                    </th>
                    <td data-label={t('finder.size')}>
                      {t('finder.rows', { steps: tree.steps.length, findings: tree.findings.length })}
                    </td>
                    <td data-label={t('finder.version')}>
                      {version}{' '}
                      <small>
                        {by ?? t('finder.own')}, <Moment at={at} />
                      </small>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </RemoteView>
    </Card>
  );
}

import { useSearchParams, Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { draftOf } from '../../../db/drafts.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { ListedOf } from '../../../staff/listed-of.tsx';
import type { TreeEdit } from './tree-edit.ts';
import { TreeEditor } from './tree-editor.tsx';
import { wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { Card } from '../../../ui/card.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import styles from '../../../staff/admin.module.css';

/** The trees of the failure finder, or the one that the address names. */
export function FinderTab() {
  const [params] = useSearchParams();
  const treeId = params.get('tree');
  return treeId === null ? <FinderSection /> : <TreeScreen key={treeId} id={treeId} />;
}

/** Editor of one tree: its newest version, and the text typed on this device before. */
function TreeScreen({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const { db } = useSession();
  const versions = useReply('GET /admin-api/finder_trees/:id/versions', { params: { id } });
  const kept = useLiveQuery(async () => ({ edit: await draftOf<TreeEdit>(db, editKey(id)) }), [db, id]);
  return (
    <>
      <p>
        <Link to="/admin/knowledges-center/finder">
          <ArrowLeft aria-hidden size={16} /> {t('finder.back')}
        </Link>
      </p>
      <RemoteView remote={versions} words="admin">
        {({ items, total, entries }) =>
          kept === undefined ? (
            <Skeleton label={t('common:state.loading')} lines={3} shape="row" />
          ) : (
            <>
              <TreeEditor
                key={id}
                versions={items}
                entries={entries}
                kept={kept.edit}
                draftKey={editKey(id)}
                onReload={versions.reload}
              />
              <ListedOf shown={items.length} total={total} />
            </>
          )
        }
      </RemoteView>
    </>
  );
}

function editKey(id: string): string {
  return `finder-edit:${id}`;
}

/** The trees of the failure finder, to open one for editing. */
function FinderSection() {
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

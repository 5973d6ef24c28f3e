import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { draftOf } from '../../../db/drafts.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { ListedOf } from '../../../staff/listed-of.tsx';
import type { TreeEdit } from './tree-edit.ts';
import { TreeEditor } from './tree-editor.tsx';

/** Editing one tree: its newest version, and what was typed on this device before. */
export function TreeScreen({ id }: { id: string }) {
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

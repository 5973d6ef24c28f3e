import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { useKeptRemote } from '../../../shell/remote/kept-remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { useSession } from '../../../session/session-context.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { noEdit } from './card-edit.ts';
import { CardEditor } from './card-editor.tsx';
import { keptEdit } from './use-card-edit.ts';
import { reading } from '../../../net/call.ts';
import styles from '../../../staff/admin.module.css';

const rateCardVersions = reading('GET /admin-api/rate_cards');

/** The rate card: all figures to edit, what a change would do to open orders, and earlier versions. */
export function RateCardScreen() {
  const { t } = useTranslation();
  const { db } = useSession();
  const versions = useKeptRemote('rate cards', rateCardVersions);
  const kept = useLiveQuery(async () => ({ edit: (await keptEdit(db)) ?? noEdit }), [db]);
  return (
    <div className={styles.page}>
      <RemoteView remote={versions} words="admin">
        {({ items }) =>
          kept === undefined ? (
            <Skeleton label={t('state.loading')} lines={3} shape="row" />
          ) : (
            <CardEditor versions={items} initial={kept.edit} onReload={versions.reload} />
          )
        }
      </RemoteView>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link, useParams } from 'react-router-dom';
import Stethoscope from 'lucide-react/icons/stethoscope';
import { type NumberedTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { walk } from '#domain/assistant/knowledge/finder/walk.ts';
import { draftsBelow } from '../../db/drafts.ts';
import { finderTreesOf } from '../knowledge/finder-trees.ts';
import { useSession } from '../../session/session-context.tsx';
import { Chip } from '../../ui/chip.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useAbsence, useArrival } from '../../session/arrival.tsx';
import { type KeptWalk, walkKey } from './kept-walk.ts';
import { TreeWalk } from './tree-walk.tsx';
import basics from '../../ui/basics.module.css';
import styles from './finder.module.css';

/** The failure finder: its trees, or one of them at the step where the user is. Works without a network. */
export function FinderScreen() {
  const { t } = useTranslation('chat');
  const { db } = useSession();
  const { treeId } = useParams();
  const arrival = useArrival();
  const absence = useAbsence();
  const trees = useLiveQuery(() => finderTreesOf(db), [db]);
  if (trees === undefined || (trees.length === 0 && arrival === 'coming'))
    return <Skeleton label={t('finder.loading')} lines={4} shape="row" />;
  const tree = trees.find(({ id }) => id === treeId);
  if (tree !== undefined) return <TreeWalk key={tree.id} tree={tree} />;
  if (treeId === undefined && trees.length > 0) return <TreeList trees={trees} />;
  return (
    <EmptyState
      icon={<Stethoscope />}
      title={t('finder.noneTitle')}
      action={
        <Link
          to={trees.length > 0 ? '/chat/failure-finder' : '/chat/general'}
          className={buttonClass}
          data-variant="primary"
        >
          {t(trees.length > 0 ? 'finder.all' : 'finder.ask')}
        </Link>
      }
    >
      {t(trees.length === 0 ? 'finder.none' : absence === 'notHere' ? 'finder.notHere' : 'finder.unknown')}
    </EmptyState>
  );
}

function TreeList({ trees }: { trees: readonly NumberedTree[] }) {
  const { t } = useTranslation('chat');
  const { db } = useSession();
  const kept = useLiveQuery(async () => new Map(await draftsBelow(db, walkKey(''))), [db]);
  return (
    <div className={styles.page}>
      <div>
        <h2>{t('finder.title')}</h2>
        <p className={basics.quiet}>{t('finder.lead')}</p>
      </div>
      <ul className={basics.rows}>
        {trees.map((tree) => (
          <TreeLink key={tree.id} tree={tree} kept={kept?.get(tree.id) as KeptWalk | undefined} />
        ))}
      </ul>
    </div>
  );
}

function TreeLink({ tree, kept }: { tree: NumberedTree; kept: KeptWalk | undefined }) {
  const { t, i18n } = useTranslation('chat');
  const { taken, finding } = walk(tree, kept?.path ?? []);
  const say = (words: NumberedTree['title']) => wordsIn(words, i18n.language);
  return (
    <li>
      <Link to={`/chat/failure-finder/${tree.id}`} className={styles.tree}>
        <strong>{say(tree.title)}</strong>
        <span className={basics.quiet}>{say(tree.about)}</span>
        {taken.length > 0 && (
          <span>
            <Chip tone={finding === undefined ? 'info' : 'ok'}>
              {finding === undefined ? t('finder.atStep', { n: taken.length + 1 }) : say(finding.title)}
            </Chip>
          </span>
        )}
      </Link>
    </li>
  );
}

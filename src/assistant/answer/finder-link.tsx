import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { Answer } from '#domain/chat/chat.ts';
import { wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { treeForEntry } from '../knowledge/finder-trees.ts';
import { useSession } from '../../session/session-context.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** Under an answer from an entry about a failure: leads to the tree that finds its cause. */
export function FinderLink({ answer }: { answer: Answer }) {
  const { t, i18n } = useTranslation('chat');
  const { db } = useSession();
  const entryId = answer.sources[0]?.qnaId;
  const found = useLiveQuery(
    async () => (entryId === undefined ? undefined : await treeForEntry(db, entryId)),
    [db, entryId],
  );
  if (found === undefined) return null;
  return (
    <Link to={`/chat/failure-finder/${found.tree}`} className={buttonClass} data-variant="secondary" data-small>
      <Stethoscope aria-hidden />
      {t('finder.link', { failure: wordsIn(found.title, i18n.language), interpolation: { escapeValue: false } })}
    </Link>
  );
}

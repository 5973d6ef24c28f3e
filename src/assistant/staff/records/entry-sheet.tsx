import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { textsIn } from '#domain/ground/knowledge.ts';
import { savedEntryOf } from '../../knowledge/saved-knowledge.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { AnswerText } from '../../../chat/text/answer-text.tsx';

/** What an entry of the knowledge base says, as this device has it. */
export function EntrySheet({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin');
  const { db } = useSession();
  // `null`: read, and not on this device.
  const saved = useLiveQuery(async () => (await savedEntryOf(db, id)) ?? null, [db, id]);
  return (
    <Dialog open onClose={onClose} title={title} place="side">
      {saved === undefined && <Skeleton label={t('common:state.loading')} lines={3} shape="row" />}
      {saved === null && <p>{t('gaps.notHere')}</p>}
      {saved && <AnswerText content={textsIn(saved.entry, i18n.resolvedLanguage === 'ko').answer} />}
    </Dialog>
  );
}

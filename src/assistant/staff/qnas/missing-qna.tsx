import { useTranslation } from 'react-i18next';
import FileX from 'lucide-react/icons/file-x';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import type { Remote } from '../../../shell/remote/remote.ts';

/** Says why a Q&A is not shown: it is not there any more, or the server could not be reached. */
export function MissingQna({ remote, onVersions }: { remote: Remote<unknown>; onVersions: () => void }) {
  const { t } = useTranslation('admin');
  if (remote.failure?.kind !== 'refused')
    return (
      <RemoteView remote={remote} words="admin">
        {() => null}
      </RemoteView>
    );
  return (
    <EmptyState
      icon={<FileX />}
      title={t('qna.gone')}
      action={<Button onClick={onVersions}>{t('qna.versions')}</Button>}
    >
      {t('qna.goneText')}
    </EmptyState>
  );
}

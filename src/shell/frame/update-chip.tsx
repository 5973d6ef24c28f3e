import { use, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import { Chip } from '../../ui/chip.tsx';
import { UpdateContext } from './update-context.ts';
import styles from './waiting-chip.module.css';

/** "New version" button, shown while an update waits. Updates on a click, or automatically while no page is in use. */
export function UpdateChip() {
  const { t } = useTranslation();
  const update = use(UpdateContext);
  const { ready, applying } = useSyncExternalStore(
    (listener) => update.subscribe(listener),
    () => update.state(),
  );
  return (
    <output>
      {ready && (
        <button
          type="button"
          className={styles.link}
          title={t('update.why')}
          aria-busy={applying || undefined}
          onClick={() => void update.apply()}
        >
          <Chip tone="info" icon={<Download aria-hidden />}>
            {t(applying ? 'update.applying' : 'update.ready')}
          </Chip>
        </button>
      )}
    </output>
  );
}

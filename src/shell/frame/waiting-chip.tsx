import { useTranslation } from 'react-i18next';
import { useObservable } from 'dexie-react-hooks';
import { NavLink } from 'react-router-dom';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { Chip } from '../../ui/chip.tsx';
import { useSession } from '../../session/session-context.tsx';
import styles from './waiting-chip.module.css';

/** Link to the list of unsent commands: "3 waiting", or "2 need you" for refused ones. Hidden when there are none. */
export function WaitingChip({ path }: { path: string }) {
  const { t } = useTranslation();
  const { waiting } = useSession();
  const counts = useObservable(() => waiting, [waiting]);
  const shown = counts !== undefined && counts.waiting + counts.needYou > 0;
  return (
    <output>
      {shown && (
        <NavLink to={path} className={styles.link ?? ''}>
          {counts.needYou > 0 ? (
            <Chip tone="danger" icon={<CircleAlert aria-hidden />}>
              <Count count={counts.needYou} text={t('waiting.needYou', { count: counts.needYou })} />
            </Chip>
          ) : (
            <Chip tone="neutral" icon={<Clock aria-hidden />}>
              <Count count={counts.waiting} text={t('waiting.waiting', { count: counts.waiting })} />
            </Chip>
          )}
        </NavLink>
      )}
    </output>
  );
}

/** The text; on phones its number alone, which leaves the title its room, and the text for screen readers. */
function Count({ count, text }: { count: number; text: string }) {
  return (
    <>
      <span className={styles.count} aria-hidden>
        {count}
      </span>
      <span className={styles.text}>{text}</span>
    </>
  );
}

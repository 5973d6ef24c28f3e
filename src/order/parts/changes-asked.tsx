import { useTranslation } from 'react-i18next';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { stepThatAskedForChanges } from '#domain/order/life/asked-changes.ts';
import { Chip } from '../../ui/chip.tsx';
import type { OrderView } from '../views/view-types.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { dateOf, fullTimeOf, timeOf } from '../../i18n/times.ts';
import styles from './changes-asked.module.css';

/**
 * Note that the experts ask for changes, with who, when and why; renders nothing where they do not. Screen readers
 * announce it when it appears. Its time does not depend on today, because a changed text would be announced again.
 */
export function ChangesAskedNote({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const asked = stepThatAskedForChanges(order);
  if (asked === undefined) return null;
  const { at, byName, reason } = asked;
  return (
    <section className={styles.note} data-tone="warn" role="alert">
      <h3>
        <CircleAlert aria-hidden />
        {t('changesAsked')}
      </h3>
      <p>{reason}</p>
      <small>
        {displayNameOf(t, byName)} ·{' '}
        <time dateTime={at} title={fullTimeOf(i18n.language, at)}>
          {dateOf(i18n.language, at)}, {timeOf(i18n.language, at)}
        </time>
      </small>
    </section>
  );
}

/** Chip of a draft that the experts sent back. */
export function ChangesAskedChip() {
  const { t } = useTranslation('navigator');
  return (
    <Chip tone="warn" icon={<CircleAlert aria-hidden />}>
      {t('status.changesAsked')}
    </Chip>
  );
}

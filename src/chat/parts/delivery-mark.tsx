import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './delivery-mark.module.css';
import type { Delivery } from '../views/view-types.ts';

const icons: Record<Delivery, typeof Clock> = {
  queued: Clock,
  blocked: Clock,
  sending: ArrowUp,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  refused: CircleAlert,
  signin: Clock,
};

/**
 * Delivery state of the user's message: clock, arrow, one tick, two ticks, two filled ticks or a red mark, each with a
 * text.
 */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  return delivery === 'sending' ? <SendingMark /> : <Mark delivery={delivery} />;
}

/** Minimum time of a send before its mark appears. */
const shownAfterMs = 1000;

/** Appears with a delay, because most sends take less than a second and it would only flash. */
function SendingMark() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Mark delivery={slow ? 'sending' : 'queued'} />;
}

function Mark({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('chat');
  const Icon = icons[delivery];
  const text = t(`delivery.${delivery}`);
  return (
    <span className={styles.mark} data-state={delivery} title={text}>
      <Icon aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

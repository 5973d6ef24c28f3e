import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowUp, Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { Delivery } from '../../db/views.ts';
import styles from './delivery-mark.module.css';

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

/** How far a message of mine has got: clock, arrow, one tick, two ticks, two filled ticks, red mark; each with its text. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('chat');
  const slow = useAfterASecond(delivery === 'sending');
  // Most sends take less than a second: a mark that only flashes would be noise.
  const shown = delivery === 'sending' && !slow ? 'queued' : delivery;
  const Icon = icons[shown];
  const text = t(`delivery.${shown}`);
  return (
    <span className={styles.mark} data-state={shown} role="img" aria-label={text} title={text}>
      <Icon aria-hidden />
    </span>
  );
}

function useAfterASecond(active: boolean): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) {
      setPassed(false);
      return undefined;
    }
    const timer = setTimeout(() => setPassed(true), 1000);
    return () => clearTimeout(timer);
  }, [active]);
  return passed;
}

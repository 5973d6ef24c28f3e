import { useTranslation } from 'react-i18next';
import type { OrderStatus } from '#domain/order/order.ts';
import { progressSteps, statusRows } from '#domain/order/status.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { progressNameOf } from './order-words.ts';
import styles from './progress-strip.module.css';

/** Progress from draft to delivered; nothing for statuses that are not part of it, such as cancelled. */
export function ProgressStrip({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('navigator');
  const { step } = statusRows[status];
  if (step === null) return null;
  return (
    <ol className={styles.strip} aria-label={t('progress.label')}>
      {progressSteps.map((name, at) => (
        <li
          key={name}
          data-state={at < step ? 'done' : at === step ? 'now' : 'open'}
          aria-current={at === step ? 'step' : undefined}
        >
          <VisuallyHidden>
            {at === step ? progressNameOf(status, t) : t(`progress.${name}`, { defaultValue: name })}
          </VisuallyHidden>
        </li>
      ))}
    </ol>
  );
}

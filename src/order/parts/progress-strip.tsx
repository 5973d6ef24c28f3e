import { useTranslation } from 'react-i18next';
import { progressOf } from '#domain/order/life/progress.ts';
import { progressSteps } from '#domain/order/life/status.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { progressNameOf } from './order-words.ts';
import styles from './progress-strip.module.css';
import type { OrderView } from '../views/view-types.ts';

/** Progress from draft to delivered; nothing for statuses that are not part of it, such as cancelled. */
export function ProgressStrip({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { step } = progressOf(order);
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
            {at === step ? progressNameOf(order, t) : t(`progress.${name}`, { defaultValue: name })}
          </VisuallyHidden>
        </li>
      ))}
    </ol>
  );
}

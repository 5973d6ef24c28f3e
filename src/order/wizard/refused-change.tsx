import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mayRetry, retryRefused } from '../calls/order-send-again.ts';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useDiscard } from '../../shell/undo/discard-command.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import basics from '../../ui/basics.module.css';
import styles from './place-order.module.css';
import type { OrderView } from '../views/view-types.ts';

/**
 * Refused change of a draft, with its reason. It can be sent again however much of the order is still open, and is only
 * discarded with the offer to undo that: with it goes what was typed.
 */
export function RefusedChange({ refused }: { refused: NonNullable<OrderView['refused']> }) {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const reasonText = useReasonText();
  const discard = useDiscard();
  return (
    <section className={styles.box} role="alert">
      <h3>{t('refused.change')}</h3>
      <p>{reasonText(refused)}</p>
      <div className={basics.tools}>
        {mayRetry(refused, undefined) && (
          <Button variant="primary" onClick={() => void retryRefused(ctx, refused.cmdId)}>
            {t('common:action.retry')}
          </Button>
        )}
        <Button onClick={() => void discard(refused.cmdId)}>{t('common:action.discard')}</Button>
        <Link to="/waiting">{t('refused.all')}</Link>
      </div>
    </section>
  );
}

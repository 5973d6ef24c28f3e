import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Refusal, type FieldProblem } from '#domain/ground/errors.ts';
import { isOpen } from '#domain/order/data/check.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import type { Quote } from '#domain/order/data/order.ts';
import { retryRefused, mayRetry } from '../calls/order-send-again.ts';
import { discardWaiting } from '../../db/send-again.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { textOfProblem } from '../parts/check-text.ts';
import { useEditor } from '../editor/order-editor.ts';
import { moneyOf } from '../../i18n/money.ts';
import { PriceDifference } from '../parts/price-difference.tsx';
import basics from '../../ui/basics.module.css';
import type { OrderView } from '../views/view-types.ts';
import { useDiscard } from '../../shell/discard/discard-command.ts';
import notes from '../editor/check-notes.module.css';
import styles from './place-order.module.css';

interface RefusedProps {
  refused: NonNullable<OrderView['refused']>;
}

/** Refused command of an order, with its reason and the actions to retry or discard it. The order itself is kept. */
export function RefusedCommand({ refused }: RefusedProps) {
  return refused.placed === undefined ? <RefusedChange refused={refused} /> : <RefusedPlace refused={refused} />;
}

function RefusedPlace({ refused }: RefusedProps) {
  const { t, i18n } = useTranslation('navigator');
  const { ctx } = useSession();
  const reasonText = useReasonText();
  const { checks, doc, price, settle } = useEditor();
  const { placed } = refused;
  const docHash = docHashOf(doc);
  const now = (placed?.docHash === docHash ? quoteIn(refused.details) : undefined) ?? price.quote;
  const isOtherPrice = refused.code === 'PRICE_CHANGED' || refused.code === 'ORDER_CHANGED';
  const handleAgain = async (agreed: Quote) => {
    try {
      await settle();
      await retryRefused(ctx, refused.cmdId, { docHash, quote: agreed });
    } catch (error) {
      const detail = error instanceof Refusal ? t('refused.ORDER_CHANGED') : t('save.failedDetail');
      showNotice({ title: t('place.failed'), detail, tone: 'danger' });
    }
  };
  // A problem that this device also finds, in a file read since or by a newer rule, is shown at its tick or field.
  const isShownBelow = (path: string) => checks.some((check) => check.path === path && isOpen(check));
  const problems = problemsIn(refused.details)
    .filter(({ path }) => !isShownBelow(path))
    .map((problem) => textOfProblem(problem, t, i18n.language));
  return (
    <section className={styles.box} role="alert">
      <h3>{t('refused.title')}</h3>
      <p>{t(`refused.${refused.code}`, { defaultValue: reasonText(refused) })}</p>
      {isOtherPrice && now !== undefined && placed?.seen !== undefined && (
        <PriceDifference seen={placed.seen} now={now} />
      )}
      {problems.length > 0 && (
        <ul className={notes.notes}>
          {problems.map((problem) => (
            <li key={problem} className={notes.note} data-tone="danger">
              {problem}
            </li>
          ))}
        </ul>
      )}
      <div className={basics.tools}>
        <Button
          variant="primary"
          disabled={now === undefined || checks.some(isOpen)}
          onClick={() => now && void handleAgain(now)}
        >
          {isOtherPrice && now !== undefined
            ? t('refused.place', { total: moneyOf(i18n.language, now.total, now.currency) })
            : t('refused.again')}
        </Button>
        <Button onClick={() => void discardWaiting(ctx, refused.cmdId)}>{t('refused.edit')}</Button>
        <Link to="/waiting">{t('refused.all')}</Link>
      </div>
    </section>
  );
}

function quoteIn(details: unknown): Quote | undefined {
  if (typeof details !== 'object' || details === null || !('quote' in details)) return undefined;
  return isQuote(details.quote) ? details.quote : undefined;
}

function isQuote(value: unknown): value is Quote {
  if (typeof value !== 'object' || value === null || !('lines' in value) || !('total' in value)) return false;
  return Array.isArray(value.lines) && typeof value.total === 'number' && 'currency' in value;
}

function problemsIn(details: unknown): FieldProblem[] {
  return Array.isArray(details) ? details.filter(isProblem) : [];
}

function isProblem(value: unknown): value is FieldProblem {
  const { path, code, text } = Object(value) as Record<string, unknown>;
  if (typeof path !== 'string' || typeof code !== 'string') return false;
  const { key, values } = Object(text) as Record<string, unknown>;
  return text === undefined || (typeof key === 'string' && Array.isArray(values));
}

/**
 * Refused change of a draft, with its reason. It can be sent again however much of the order is still open, and is only
 * discarded with the offer to undo that: with it goes what was typed.
 */
function RefusedChange({ refused }: { refused: NonNullable<OrderView['refused']> }) {
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

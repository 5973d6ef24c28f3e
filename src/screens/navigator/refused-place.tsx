import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Quote } from '#domain/order/order.ts';
import { retryRefused } from '../../commands/retry.ts';
import { discardWaiting } from '../../commands/waiting.ts';
import { Button } from '../../ui/button.tsx';
import { useReasonText } from '../words/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { useEditor } from './order-editor.ts';
import { moneyOf } from '../words/money.ts';
import { isUnreadable } from './unreadable.ts';
import notes from './check-notes.module.css';
import styles from './place-order.module.css';
import type { OrderView } from '../../db/view-types.ts';

/** Refused command of an order, with its reason and the actions to retry or discard it. The order itself is kept. */
export function RefusedPlace({ refused }: { refused: NonNullable<OrderView['refused']> }) {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const reasonText = useReasonText();
  const { checks, settle } = useEditor();
  const handleAgain = () => void settle().then(() => retryRefused(ctx, refused.cmdId));
  const quote = quoteIn(refused.details);
  const problems = problemsIn(refused.details);
  return (
    <section className={styles.box} role="alert">
      <h3>{t('refused.title')}</h3>
      <p>{t(`refused.${refused.code}`, { defaultValue: reasonText(refused) })}</p>
      {quote !== undefined && <PriceDifference theirs={quote} />}
      {problems.length > 0 && (
        <ul className={notes.notes}>
          {problems.map((problem) => (
            <li key={problem} className={notes.note} data-tone="danger">
              {problem}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button variant="primary" disabled={checks.some(isUnreadable)} onClick={handleAgain}>
          {t('refused.again')}
        </Button>
        <Button onClick={() => void discardWaiting(ctx, refused.cmdId)}>{t('refused.edit')}</Button>
        <Link to="/waiting">{t('refused.all')}</Link>
      </div>
    </section>
  );
}

/** Difference between this device's price and the server's: both totals, and the lines that differ. */
function PriceDifference({ theirs }: { theirs: Quote }) {
  const { t, i18n } = useTranslation('navigator');
  const { quote } = useEditor();
  const money = (cents: number) => moneyOf(i18n.language, cents, theirs.currency);
  const codes = [...new Set([...quote.lines, ...theirs.lines].map((line) => line.code))];
  const rows = codes.flatMap((code) => {
    const mine = quote.lines.find((line) => line.code === code);
    const other = theirs.lines.find((line) => line.code === code);
    if (mine?.amount === other?.amount) return [];
    return [{ code, label: other?.label ?? mine?.label ?? code, mine: mine?.amount ?? 0, other: other?.amount ?? 0 }];
  });
  return (
    <div>
      <p>
        <strong>{t('refused.totals', { mine: money(quote.total), theirs: money(theirs.total) })}</strong>
      </p>
      <ul>
        {rows.map((row) => (
          <li key={row.code}>{`${row.label}: ${money(row.mine)} → ${money(row.other)}`}</li>
        ))}
      </ul>
    </div>
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

function problemsIn(details: unknown): string[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('path' in each)) return [];
    const said = 'message' in each ? each.message : 'code' in each ? each.code : '';
    return [`${String(each.path)}: ${String(said)}`];
  });
}

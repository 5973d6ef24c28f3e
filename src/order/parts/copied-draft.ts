import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OrderDoc, Quote } from '#domain/order/data/order.ts';
import { changedLines } from '#domain/order/price/price-difference.ts';
import { pricedDoc, type PriceOrRefusal } from '#domain/order/price/price-refusal.ts';
import { copyOrder } from '../calls/order-copy.ts';
import { transitionOrder } from '../calls/order-transition.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useOnce } from '../../ui/use-once.ts';
import { useSession } from '../../session/session-context.tsx';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { moneyDifferenceOf, moneyOf } from '../../i18n/money.ts';
import { textOfCheck } from './check-text.ts';
import { labelOfLine } from './price-lines.tsx';
import { undoMs } from '../../ui/undo-time.ts';

/** Design that a draft is made from. */
interface Source {
  name: string;
  doc: OrderDoc;
  /** The price agreed then; null where there is none. */
  quote: Quote | null;
}

/** Time to read what changed in the price, and to undo. */
const readingMs = 3 * undoMs;

/** Returns a function that makes a draft of a design, opens it, says what it costs today, and offers to undo it. */
export function useCopiedDraft(): (source: Source) => void {
  const { t, i18n } = useTranslation('navigator');
  const { ctx } = useSession();
  const card = useRateCard();
  const navigate = useNavigate();
  const once = useOnce();
  const { pathname, search } = useLocation();
  const failed = () => showNotice({ title: t('save.failed'), tone: 'danger' });
  const priceText = (seen: Quote | null, { quote: now, refusal }: PriceOrRefusal) => {
    if (now === undefined) {
      const reason = textOfCheck(refusal, t, i18n.language);
      return t('price.refused', { reason });
    }
    const total = moneyOf(i18n.language, now.total, now.currency);
    if (seen === null) return t('again.price', { total });
    if (seen.total === now.total) return t('again.samePrice', { total });
    const lines = changedLines(seen, now).map(({ line }) => labelOfLine(line, t, i18n.language));
    return t('again.otherPrice', {
      total,
      before: moneyOf(i18n.language, seen.total, seen.currency),
      difference: moneyDifferenceOf(i18n.language, now.total - seen.total, now.currency),
      lines: lines.join(', '),
    });
  };
  const copy = async ({ name, doc, quote }: Source) => {
    try {
      const orderId = await copyOrder(ctx, doc);
      const undo = () => {
        transitionOrder(ctx, { orderId, event: 'DISCARD' }).then(() => navigate({ pathname, search }), failed);
      };
      await navigate(`/one-stop-order/Prototyping/${orderId}`);
      showNotice({
        title: t('again.made', { name }),
        detail: priceText(quote, pricedDoc(doc, card)),
        tone: 'ok',
        duration: readingMs,
        action: { label: t('undo'), run: undo },
      });
    } catch {
      failed();
    }
  };
  return (source) => once('copy', () => copy(source));
}

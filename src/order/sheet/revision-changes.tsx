import { useTranslation } from 'react-i18next';
import { priceOf } from '#domain/order/price/price-refusal.ts';
import type { OrderRevisionsReply } from '#domain/order/wire/order-revisions.ts';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import type { Remote } from '../../shell/remote/remote.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { fullTimeOf } from '../../i18n/times.ts';
import { type ComparedOrder, Comparison } from '../parts/comparison.tsx';
import type { OrderView } from '../views/view-types.ts';

interface RevisionChangesProps {
  order: OrderView;
  revisions: Remote<OrderRevisionsReply>;
}

/** A revision as it is compared, with who placed it. */
interface RevisionSide extends ComparedOrder {
  by: string;
}

/** Shows the changes of each revision of an order, newest first. */
export function RevisionChanges({ order, revisions }: RevisionChangesProps) {
  const { t, i18n } = useTranslation('navigator');
  const card = useRateCard();
  return (
    <RemoteView remote={revisions} words="company">
      {({ items }) => {
        const sides: RevisionSide[] = items.map(({ data, price, placed_at, placed_by }, at) => ({
          name: t('revisions.name', { number: at + 1 }),
          by: t('revisions.by', { name: displayNameOf(t, placed_by), date: fullTimeOf(i18n.language, placed_at) }),
          doc: data,
          ...(price === null ? {} : { quote: price }),
        }));
        if (order.status === 'draft')
          sides.push({ name: t('status.draft'), by: '', doc: order.doc, ...priceOf(order, card) });
        const changes = sides.slice(1).map((side, at) => ({ before: sides[at] ?? side, side }));
        return changes.toReversed().map(({ before, side }) => (
          <section key={side.name}>
            <h4>{side.name}</h4>
            <p>{side.by}</p>
            <Comparison left={before} right={side} />
          </section>
        ));
      }}
    </RemoteView>
  );
}

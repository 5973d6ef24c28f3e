import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leversOf, type Lever } from '#domain/order/levers/levers.ts';
import { orderPlanOf } from '#domain/order/plan/order-plan.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { withChanges } from '#domain/order/fields/presets.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { moneyDifferenceOf } from '../../i18n/money.ts';
import { useDayText } from '../parts/day-text.ts';
import { interpolationOf } from '../parts/interpolation.ts';
import { useOrderPlan } from '../plan/order-dates.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { nameOfPath } from '../parts/order-words.ts';
import styles from './price-levers.module.css';
import { nameOfTest } from '#domain/order/fields/test-name.ts';
import { valueWithUnit } from '#domain/order/cell/unit-text.ts';

/** Shows what would change the price most. Each lever opens to show its changes, and a button that makes them. */
export function PriceLevers() {
  const { t } = useTranslation('navigator');
  const { doc } = useEditor();
  const card = useRateCard();
  // A key is painted first; the levers follow it.
  const shown = useDeferredValue(doc);
  const levers = useMemo(() => leversOf(shown, card), [shown, card]);
  const [open, setOpen] = useState<Lever['code']>();
  if (levers.length === 0) return null;
  return (
    <section className={styles.levers}>
      <h3>{t('levers.title')}</h3>
      <ul>
        {levers.map((lever) => (
          <LeverItem
            key={lever.code}
            lever={lever}
            isOpen={lever.code === open}
            onToggle={() => setOpen(lever.code === open ? undefined : lever.code)}
          />
        ))}
      </ul>
    </section>
  );
}

interface LeverItemProps {
  lever: Lever;
  isOpen: boolean;
  onToggle: () => void;
}

function LeverItem({ lever: { code, item, values, changes, difference }, isOpen, onToggle }: LeverItemProps) {
  const { t, i18n } = useTranslation('navigator');
  const { doc, settle, write } = useEditor();
  const { currency } = useRateCard();
  const name = item === undefined ? '' : nameOfTest(t, doc, item);
  const sentence = t(`levers.${code}`, {
    name,
    count: Number(values[0] ?? 0),
    ...interpolationOf(values, i18n.language),
  });
  const apply = async () => {
    const before = changes.map(({ path }) => ({ path, value: doc[path] ?? null }));
    await settle();
    if (!(await write(changes))) return;
    onToggle();
    const undo = { label: t('undo'), run: () => void write(before) };
    showNotice({ title: t('levers.applied'), detail: sentence, action: undo });
  };
  return (
    <li data-open={isOpen || undefined}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <span>{sentence}</span>
        <strong data-tone={difference < 0 ? 'ok' : 'neutral'}>
          {moneyDifferenceOf(i18n.language, difference, currency)}
        </strong>
      </button>
      {isOpen && (
        <div>
          <LeverChanges changes={changes} />
          <Button small variant="primary" onClick={() => void apply()}>
            {t('levers.apply')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Shows what a lever changes: each field before and after, and the last date of the order. */
function LeverChanges({ changes }: Pick<Lever, 'changes'>) {
  const { t } = useTranslation('navigator');
  const date = useDayText();
  const { doc } = useEditor();
  const plan = useOrderPlan(doc);
  const last = plan?.milestones.at(-1);
  const next = plan && orderPlanOf(withChanges(doc, changes), plan.start)?.milestones.at(-1);
  const isMoved = last !== undefined && next?.code === last.code && next.day !== last.day;
  return (
    <ul>
      {changes.map(({ path, value }) => {
        const place = parsePath(path);
        if (place?.is !== 'field') return <li key={path}>{t('levers.removed')}</li>;
        const [before, after] = [doc[path] ?? null, value].map((each) => valueWithUnit(t, place.field, each));
        return <li key={path}>{t('levers.change', { name: nameOfPath(t, path), before, after })}</li>;
      })}
      {isMoved && (
        <li>
          {t('levers.change', {
            name: t(`dates.full.${last.code}`),
            before: date(last.day),
            after: date(next.day),
          })}
        </li>
      )}
    </ul>
  );
}

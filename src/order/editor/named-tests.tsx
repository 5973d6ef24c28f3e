import { useTranslation } from 'react-i18next';
import type { AskedOrder } from '#domain/order/data/asked.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfAskedOrder, askedTestsOf } from '#domain/order/design/asked-order.ts';
import { figureWithUnit } from '#domain/order/cell/unit-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button, buttonRow } from '../../ui/button.tsx';
import type { ValueChange } from '#domain/order/fields/presets.ts';
import styles from './design-card.module.css';

/** The tests that a description names, with the values that it names for them; renders nothing if there are none. */
export function NamedTests({ order }: { order: AskedOrder }) {
  const { t, i18n } = useTranslation('navigator');
  const tests = askedTestsOf(order).map(({ type, safetyTest, cycles, temperature_C }) => {
    const name = safetyTest === undefined ? t(`option.type.${type}`) : t(`option.safetyTest.${safetyTest}`);
    const values = [
      { value: cycles, unit: 'cycles' },
      { value: temperature_C, unit: '°C' },
    ];
    const texts = values.flatMap(({ value, unit }) =>
      value === undefined ? [] : [figureWithUnit(t, i18n.language, value, unit)],
    );
    return [name, ...texts].join(', ');
  });
  return tests.length === 0 ? null : <p>{t('design.tests', { list: tests.join('; ') })}</p>;
}

export interface TakeProps {
  /** Text of the button that takes what the card shows. */
  action: string;
  isBusy?: boolean;
  onTake: (changes: ValueChange[]) => void;
}

interface TestsCardProps extends TakeProps {
  order: AskedOrder;
  /** Order that the tests are added to. */
  doc: OrderDoc;
}

/** Card of tests whose cells are not designed here. */
export function TestsCard({ order, doc, action, isBusy = false, onTake }: TestsCardProps) {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  return (
    <section className={styles.card} aria-label={t('design.testsTitle')}>
      <h3>{t('design.testsTitle')}</h3>
      <NamedTests order={order} />
      <div className={buttonRow}>
        <Button
          variant="primary"
          busy={isBusy}
          onClick={() => onTake(changesOfAskedOrder(order, () => ctx.newId(), { doc }))}
        >
          {action}
        </Button>
      </div>
    </section>
  );
}

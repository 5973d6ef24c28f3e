import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { nameOfTest } from '#domain/order/fields/test-name.ts';
import { testsOf } from '#domain/order/data/tests.ts';

/** Returns what gives the name of a test by its id, with its number in the order, such as "2. Cycle test". */
export function useTestNames(doc: OrderDoc): (id: string) => string {
  const { t } = useTranslation('navigator');
  return useMemo(() => {
    const names = new Map(
      testsOf(doc).map((test, i) => [test.id, t('tests.name', { index: i + 1, type: nameOfTest(t, doc, test) })]),
    );
    return (id) => names.get(id) ?? '';
  }, [t, doc]);
}

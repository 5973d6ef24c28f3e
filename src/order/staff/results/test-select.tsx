import { useTranslation } from 'react-i18next';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { Select } from '../../../ui/form/select.tsx';
import { useTestNames } from '../../results/test-names.ts';

interface TestSelectProps {
  doc: OrderDoc;
  /** Id of the chosen test; '' for none. */
  test: string;
  /** Text for none; without it, a test has to be chosen. */
  none?: string;
  onChange: (test: string) => void;
}

/** Asks for one of the tests of an order. */
export function TestSelect({ doc, test, none, onChange }: TestSelectProps) {
  const { t } = useTranslation('admin');
  const testName = useTestNames(doc);
  return (
    <Select
      label={t('results.test')}
      value={test}
      {...(none === undefined ? {} : { placeholder: none })}
      options={testsOf(doc).map(({ id }) => ({ value: id, label: testName(id) }))}
      onChange={onChange}
    />
  );
}

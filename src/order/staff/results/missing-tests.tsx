import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MissingReports } from '#domain/order/life/missing-reports.ts';
import type { Order } from '#domain/order/data/order.ts';
import { useTestNames } from '../../results/test-names.ts';
import styles from '../parts/orders.module.css';

/** Says why results cannot be published yet: the tests without a published report, each a link that adds one. */
export function MissingTests({
  order,
  missing: { tests },
}: {
  order: Pick<Order, 'id' | 'doc'>;
  missing: MissingReports;
}) {
  const { t } = useTranslation('admin');
  const testName = useTestNames(order.doc);
  if (tests.length === 0) return <p className={styles.note}>{t('results.noReport')}</p>;
  return (
    <div className={styles.missing}>
      <p>{t('results.missing')}</p>
      <ul>
        {tests.map(({ id }) => (
          <li key={id}>
            <Link to={pathOfNewReport(order.id, id)}>{testName(id)}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Name of the parameter of an order's page that opens the form of a new report; its value is the id of the test. */
export const newReportParameter = 'report';

function pathOfNewReport(orderId: string, testId: string): string {
  return `/admin/po_orders/${orderId}?${newReportParameter}=${encodeURIComponent(testId)}`;
}

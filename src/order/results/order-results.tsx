import { useTranslation } from 'react-i18next';
import { isStaff } from '#domain/account/permissions.ts';
import type { Report } from '#domain/order/data/order.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import type { OrderView } from '../views/view-types.ts';
import { useMe } from '../../session/session-context.tsx';
import { useNow } from '../../ui/now.ts';
import { fullTimeOf, momentOf } from '../../i18n/times.ts';
import { Attachments } from '../../chat/parts/attachments.tsx';
import { AskAboutReport } from './ask-about-report.tsx';
import { CellList } from './cell-list.tsx';
import { useTestNames } from './test-names.ts';
import { serialRanges } from './serial-ranges.ts';
import { useKeptReports } from './use-kept-files.ts';
import styles from './results.module.css';

/** What came of an order: its cells, and the reports about them. */
export function OrderResults({ order }: { order: OrderView }) {
  return (
    <>
      {order.cells !== undefined && <CellList order={order} />}
      {order.reports !== undefined && <Reports order={order} reports={order.reports} />}
    </>
  );
}

/** Published reports, and what remains of withdrawn ones. */
function Reports({ order, reports }: { order: OrderView; reports: readonly Report[] }) {
  const { t } = useTranslation('navigator');
  useKeptReports(publishedReports(order));
  return (
    <section>
      <h3>{t('reports.title')}</h3>
      <ul className={styles.list} aria-label={t('reports.title')}>
        {reports.map((report) => (
          <ReportRow key={report.id} order={order} report={report} />
        ))}
      </ul>
    </section>
  );
}

function ReportRow({ order, report }: { order: OrderView; report: Report }) {
  const { t, i18n } = useTranslation('navigator');
  const me = useMe();
  const now = useNow();
  const testName = useTestNames(order.doc);
  const { id, name, test, ranges, note, file, reason, at } = report;
  const cells = serialRanges(order.number, ranges);
  return (
    <li>
      <strong>{name}</strong>
      <small>
        {[test === null ? t('reports.allTests') : testName(test), cells].filter(Boolean).join(' · ')} ·{' '}
        <time dateTime={at} title={fullTimeOf(i18n.language, at)}>
          {momentOf(i18n.language, at, now)}
        </time>
      </small>
      {note !== '' && <p>{note}</p>}
      {file === null ? (
        <p data-tone="warn">{t('reports.withdrawn', { reason, interpolation: { escapeValue: false } })}</p>
      ) : (
        <div className={styles.actions}>
          <Attachments files={[{ ...file, id }]} isKept />
          {!isStaff(me) && <AskAboutReport order={order} name={name} />}
        </div>
      )}
    </li>
  );
}

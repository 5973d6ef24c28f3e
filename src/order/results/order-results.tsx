import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { isStaff } from '#domain/account/permissions.ts';
import type { Report, Order } from '#domain/order/data/order.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import type { OrderView } from '../views/view-types.ts';
import { useMe, useSession } from '../../session/session-context.tsx';
import { Moment } from '../../i18n/moment.tsx';
import { Attachments } from '../../chat/parts/attachments.tsx';
import { CellList } from './cell-list.tsx';
import { useTestNames } from './test-names.ts';
import { serialRanges } from './serial-ranges.ts';
import { useKeptReports } from './use-kept-files.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import { openRoom } from '../../chat/calls/room-open.ts';
import { changeDraft } from '../../db/drafts.ts';
import { roomsOf } from '../../chat/views/room-views.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import type { BoxContent } from '../../db/box-content.ts';
import styles from './results.module.css';

/** Shows the results of an order: its cells, and the reports about them. */
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
  const { t } = useTranslation('navigator');
  const me = useMe();
  const testName = useTestNames(order.doc);
  const { id, name, test, ranges, note, file, reason, at } = report;
  const cells = serialRanges(order.number, ranges);
  return (
    <li>
      <strong>{name}</strong>
      <small>
        {[test === null ? t('reports.allTests') : testName(test), cells].filter(Boolean).join(' · ')} ·{' '}
        <Moment at={at} />
      </small>
      {note !== '' && <p>{note}</p>}
      {file === null ? (
        <p data-tone="warn">{t('reports.withdrawn', { reason })}</p>
      ) : (
        <div className={styles.actions}>
          <Attachments files={[{ ...file, id }]} isKept />
          {!isStaff(me) && <AskAboutReport order={order} name={name} />}
        </div>
      )}
    </li>
  );
}

/** Opens the conversation about a report, also offline, with a request for more updates in its box. */
function AskAboutReport({ order, name }: { order: Pick<Order, 'number'>; name: string }) {
  const { t } = useTranslation('navigator');
  const { db, me, ctx } = useSession();
  const navigate = useNavigate();
  const resultName = `${order.number}: ${name}`;
  const open = async () => {
    const known = (await roomsOf(db, me)).find(
      (room) => room.type === roomTypes.result && room.resultName === resultName && room.customerId === me.id,
    );
    const roomId = known?.id ?? (await openRoom(ctx, { type: roomTypes.result, resultName, name: resultName }));
    const text = t('reports.request', { name: resultName });
    // A draft that the user has already written there stays.
    await changeDraft<BoxContent>(db, `room:${roomId}`, (written) => written ?? { text, files: [] });
    await navigate(`/one-stop-order/messenger?room=${roomId}`);
  };
  const handleAsk = () => {
    open().catch(() => showNotice({ title: t('history.noRoom'), tone: 'danger' }));
  };
  return (
    <Button small icon={<MessagesSquare aria-hidden />} onClick={handleAsk}>
      {t('reports.ask')}
    </Button>
  );
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { DeskReportsReply } from '#domain/order/wire/order-results.ts';
import { publishReports } from '../calls/report-publish.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import type { Api } from '../../../net/http.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useKeptRemote } from '../../../shell/remote/kept-remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { Failure } from '../../../staff/failure.tsx';
import styles from '../parts/orders.module.css';
import { AddReportDialog } from './add-report-dialog.tsx';
import { newReportParameter } from './missing-tests.tsx';
import { ReportItem } from './report-item.tsx';
import type { ResultsProps } from './results-props.ts';
import { useKeep } from './use-keep.ts';
import { WaitingReport } from './waiting-report.tsx';
import { reportsReply } from './waits-for-reports.ts';
import { call } from '../../../net/call.ts';

/** Reports of an order before and after they are published, and those that wait on this device. */
export function ReportsCard({ order, open }: ResultsProps) {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const asked = params.get(newReportParameter);
  const read = useCallback(
    (api: Api) => call(api, 'GET /admin-api/po_orders/orders/:id/test_reports', { params: { id: order.id } }),
    [order.id],
  );
  const remote = useKeptRemote(reportsReply(order.id), read);
  const { reload, value } = remote;
  const newest = order.reports?.at(-1)?.sseq ?? 0;
  // A colleague has published or withdrawn one.
  useEffect(() => {
    if (newest > 0) reload();
  }, [newest, reload]);
  useReloadWhenSent(open, reload);
  // Once the server has replied with a report, it no longer waits here.
  const known = new Set(value?.items.map(({ id }) => id));
  const waiting = openOf(open, 'report.add').filter(({ entry }) => !known.has(entry.args.reportId));
  const handleClose = () => {
    setAdding(false);
    setParams(
      (now) => {
        now.delete(newReportParameter);
        return now;
      },
      { replace: true },
    );
  };
  return (
    <Card
      title={t('results.reports')}
      aside={
        <Button small onClick={() => setAdding(true)}>
          {t('results.add')}
        </Button>
      }
    >
      <div className={styles.stack}>
        {waiting.length > 0 && (
          <ul className={styles.entries} aria-label={t('results.here')}>
            {waiting.map((report) => (
              <WaitingReport key={report.entry.cmdId} order={order} open={open} report={report} />
            ))}
          </ul>
        )}
        <RemoteView remote={remote} words="admin">
          {(reply) => (
            <List order={order} open={open} reply={reply} isAlone={waiting.length === 0} onRemoved={reload} />
          )}
        </RemoteView>
      </div>
      {(isAdding || asked !== null) && <AddReportDialog order={order} test={asked} onClose={handleClose} />}
    </Card>
  );
}

/** Asks the server again when it has accepted something about reports: a report that was added is in no event. */
function useReloadWhenSent(open: readonly OpenCommand[], reload: () => void): void {
  const waiting = open.filter(({ entry, state }) => entry.type.startsWith('report.') && state !== 'sent');
  const ids = waiting.map(({ entry }) => entry.cmdId);
  const before = useRef(ids);
  useEffect(() => {
    if (before.current.some((id) => !ids.includes(id))) reload();
    before.current = ids;
  });
}

interface ListProps extends ResultsProps {
  reply: DeskReportsReply;
  /** Whether no report waits on this device. */
  isAlone: boolean;
  onRemoved: () => void;
}

function List({ order, open, reply: { items }, isAlone, onRemoved }: ListProps) {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  const { isBusy, problem, keep } = useKeep();
  const queued = new Set(openOf(open, 'report.publish').flatMap(({ entry }) => entry.args.reportIds));
  const unpublished = items.filter((report) => !report.is_published && report.withdrawn === null);
  const waiting = unpublished.filter(({ id }) => !queued.has(id)).map(({ id }) => id);
  if (items.length === 0) return isAlone ? <p className={styles.note}>{t('results.none')}</p> : null;
  return (
    <>
      <ul className={styles.entries} aria-label={t('results.reports')}>
        {items.map((report) => (
          <ReportItem key={report.id} order={order} open={open} report={report} onRemoved={onRemoved} />
        ))}
      </ul>
      {waiting.length > 1 && (
        <div>
          <Button
            variant="primary"
            busy={isBusy}
            onClick={() => void keep(() => publishReports(ctx, order.id, waiting))}
          >
            {t('results.publishAll', { count: waiting.length })}
          </Button>
        </div>
      )}
      {problem !== undefined && <Failure waits problem={problem} />}
    </>
  );
}

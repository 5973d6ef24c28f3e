import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskReport, DeskReportsReply } from '#domain/protocol/order-results.ts';
import { missingReports } from '#domain/order/missing-reports.ts';
import type { Api } from '../../../net/http.ts';
import { deskReports, publishReports } from '../../../net/order-results.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useOnline } from '../../../ui/online.ts';
import { useTestNames } from '../../navigator/results/test-names.ts';
import { useKeptRemote } from '../../remote/kept-remote.ts';
import { RemoteView } from '../../remote/remote-view.tsx';
import { Failure } from '../orders/failure.tsx';
import { useWrite } from '../orders/use-write.ts';
import styles from '../orders/orders.module.css';
import { AddReportDialog } from './add-report-dialog.tsx';
import { ReportItem } from './report-item.tsx';
import type { ResultsProps } from './results-props.ts';

/** Reports of an order before and after they are published, and the tests that still lack one. */
export function ReportsCard({ order, onChanged }: ResultsProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const [isAdding, setAdding] = useState(false);
  const read = useCallback((api: Api) => deskReports(api, order.id), [order.id]);
  const remote = useKeptRemote(`reports of ${order.id}`, read);
  const { reload } = remote;
  const newest = order.reports?.at(-1)?.sseq ?? 0;
  // A colleague has published or withdrawn one.
  useEffect(() => {
    if (newest > 0) reload();
  }, [newest, reload]);
  const handleChanged = () => {
    reload();
    onChanged();
  };
  return (
    <Card
      title={t('results.reports')}
      aside={
        <Button small disabled={!isOnline} onClick={() => setAdding(true)}>
          {t('results.add')}
        </Button>
      }
    >
      <div className={styles.stack}>
        <Missing order={order} />
        <RemoteView remote={remote} words="admin">
          {(reply) => <List order={order} reply={reply} onChanged={handleChanged} />}
        </RemoteView>
      </div>
      {isAdding && <AddReportDialog order={order} onChanged={handleChanged} onClose={() => setAdding(false)} />}
    </Card>
  );
}

/** The tests without a published report. */
function Missing({ order }: Pick<ResultsProps, 'order'>) {
  const { t } = useTranslation('admin');
  const testName = useTestNames(order.doc);
  const { tests, any } = missingReports(order);
  if (tests.length === 0 && !any) return null;
  const names = tests.map(({ id }) => testName(id)).join(', ');
  return (
    <Banner tone="neutral">
      {names === '' ? t('results.noReport') : t('results.missing', { names, interpolation: { escapeValue: false } })}
    </Banner>
  );
}

interface ListProps extends ResultsProps {
  reply: DeskReportsReply;
}

function List({ order, reply: { items }, onChanged }: ListProps) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  const { isBusy, problem, run } = useWrite();
  const waiting = items.filter((report) => !report.is_published && report.withdrawn === null);
  const publish = async (reports: readonly DeskReport[]) => {
    const ids = reports.map(({ id }) => id);
    if (await run(ids, (key) => publishReports(api, order.id, ids, key))) onChanged();
  };
  if (items.length === 0) return <p className={styles.note}>{t('results.none')}</p>;
  return (
    <>
      <ul className={styles.entries} aria-label={t('results.reports')}>
        {items.map((report) => (
          <ReportItem
            key={report.id}
            order={order}
            report={report}
            isBusy={isBusy}
            onPublish={() => void publish([report])}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {waiting.length > 1 && (
        <div>
          <Button variant="primary" busy={isBusy} disabled={!isOnline} onClick={() => void publish(waiting)}>
            {t('results.publishAll', { count: waiting.length })}
          </Button>
        </div>
      )}
      {problem !== undefined && <Failure problem={problem} />}
    </>
  );
}

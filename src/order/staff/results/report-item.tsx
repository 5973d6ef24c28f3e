import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import { orderLimits } from '#domain/order/data/limits.ts';
import { rangesOf } from '#domain/order/data/cells.ts';
import type { DeskReport } from '#domain/order/wire/order-results.ts';
import { publishReports } from '../calls/report-publish.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useOnline } from '../../../ui/online.ts';
import { useDownload } from '../../../ui/use-download.ts';
import { sizeText } from '../../../chat/parts/file-bytes.ts';
import { serialRanges } from '../../results/serial-ranges.ts';
import { useTestNames } from '../../results/test-names.ts';
import { Moment } from '../../../i18n/moment.tsx';
import { Failure } from '../../../staff/failure.tsx';
import { useWrite } from '../../../staff/use-write.ts';
import styles from '../parts/orders.module.css';
import { isAbout, OpenChanges } from './open-changes.tsx';
import { readCells } from './read-cells.ts';
import type { ResultsProps } from './results-props.ts';
import { useKeep } from './use-keep.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { call, download } from '../../../net/call.ts';

interface ReportItemProps extends ResultsProps {
  report: DeskReport;
  onRemoved: () => void;
}

/** Returns serials as text: the first and the last of those that follow one another. */
function cellsText(number: string, serials: readonly string[]): string {
  const read = readCells(serials.join(), { number, cells: orderLimits.cellsPerOrder });
  return 'numbers' in read ? serialRanges(number, rangesOf(read.numbers)) : '';
}

/** One report with its state, and what staff may do with it. */
export function ReportItem({ order, open, report, onRemoved }: ReportItemProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const { api, ctx } = useSession();
  const isOnline = useOnline();
  const testName = useTestNames(order.doc);
  const removing = useWrite();
  const publishing = useKeep();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { id, title, test_id: test, cells, note, added_at: at, added_by: by, withdrawn } = report;
  const changes = open.filter(({ entry }) => isAbout(entry, id));
  const isChanging = changes.length > 0;
  const about = [test === null ? t('navigator:reports.allTests') : testName(test), cellsText(order.number, cells)];
  const handleRemove = async () => {
    const params = { id: order.id, reportId: id };
    const remove = (key: string) =>
      call(api, 'DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId', { params, key });
    if (await removing.run(id, remove)) onRemoved();
  };
  return (
    <li>
      <strong>{title}</strong> <StateChip report={report} />
      <small>
        {about.filter(Boolean).join(' · ')} · {by} · <Moment at={at} />
      </small>
      {note !== '' && <p>{note}</p>}
      {withdrawn !== null && <p>{t('results.withdrawnFor', { ...withdrawn })}</p>}
      <div className={styles.actions}>
        <DownloadButton report={report} />
        {!isChanging && report.is_published && (
          <Button small onClick={() => setWithdrawing(true)}>
            {t('results.withdraw')}
          </Button>
        )}
        {!isChanging && !report.is_published && (
          <>
            <Button
              small
              busy={publishing.isBusy}
              onClick={() => void publishing.keep(() => publishReports(ctx, order.id, [id]))}
            >
              {t(withdrawn === null ? 'results.publish' : 'results.publishAgain')}
            </Button>
            <Button small busy={removing.isBusy} disabled={!isOnline} onClick={() => void handleRemove()}>
              {t('results.remove')}
            </Button>
          </>
        )}
      </div>
      <OpenChanges open={changes} name={title} />
      {publishing.problem !== undefined && <Failure waits problem={publishing.problem} />}
      {removing.problem !== undefined && <Failure problem={removing.problem} />}
      {isWithdrawing && <WithdrawDialog order={order} report={report} onClose={() => setWithdrawing(false)} />}
    </li>
  );
}

function StateChip({ report: { is_published: isPublished, withdrawn } }: { report: DeskReport }) {
  const { t } = useTranslation('admin');
  if (isPublished) return <Chip tone="ok">{t('results.published')}</Chip>;
  return (
    <Chip tone={withdrawn === null ? 'neutral' : 'warn'}>
      {t(withdrawn === null ? 'results.unpublished' : 'results.withdrawn')}
    </Chip>
  );
}

function DownloadButton({ report: { id, name, size } }: { report: DeskReport }) {
  const { t, i18n } = useTranslation('admin');
  const { api } = useSession();
  const { isBusy, save } = useDownload();
  const failed = () => ({ title: t('results.notOpened'), detail: name });
  return (
    <Button
      small
      busy={isBusy}
      icon={<Download aria-hidden />}
      onClick={() => void save(download(api, 'GET /files/:id', { params: { id } }), name, failed)}
    >
      {`${name}, ${sizeText(i18n.language, size)}`}
    </Button>
  );
}

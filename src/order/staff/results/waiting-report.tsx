import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import Clock from 'lucide-react/icons/clock';
import { rangesOf } from '#domain/order/data/cells.ts';
import { publishReports } from '../calls/report-publish.ts';
import { sendAgain, discardWaiting } from '../../../db/send-again.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { sentBytes } from '../../../db/files/upload-progress.ts';
import { availableFiles } from '../../../db/unsent-commands.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useOnline } from '../../../ui/online.ts';
import { sizeText } from '../../../chat/parts/file-bytes.ts';
import { serialRanges } from '../../results/serial-ranges.ts';
import { useTestNames } from '../../results/test-names.ts';
import { Failure } from '../../../staff/failure.tsx';
import type { ResultsProps } from './results-props.ts';
import { useFileProblem } from './use-file-problem.ts';
import { useKeep } from './use-keep.ts';
import { showNotice } from '../../../ui/notice/notice.tsx';
import styles from '../parts/orders.module.css';

interface WaitingReportProps extends ResultsProps {
  report: OpenCommand<'report.add'>;
}

/** Report that is on this device and not yet at the server: the progress of its file, and the command to publish it. */
export function WaitingReport({ order, open, report }: WaitingReportProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const { ctx } = useSession();
  const testName = useTestNames(order.doc);
  const discard = useDiscardReport(open);
  const fileProblem = useFileProblem();
  const { isBusy, problem, keep } = useKeep();
  const { entry, state, reason } = report;
  const { reportId, name, test, numbers, note, files } = entry.args;
  const isRefused = state === 'refused';
  const isQueued = openOf(open, 'report.publish').some((each) => each.entry.args.reportIds.includes(reportId));
  const about = [
    test === null ? t('navigator:reports.allTests') : testName(test),
    serialRanges(order.number, rangesOf(numbers)),
  ];
  return (
    <li>
      <strong>{name}</strong>{' '}
      {isRefused ? (
        <Chip tone="danger">{t('results.notAdded')}</Chip>
      ) : (
        <Chip icon={<Clock aria-hidden />}>{t(isQueued ? 'results.waitsToPublish' : 'results.waits')}</Chip>
      )}
      <small>
        {about.filter(Boolean).join(' · ')} · {files[0]?.name}
      </small>
      {note !== '' && <p>{note}</p>}
      {isRefused ? <Banner tone="danger">{fileProblem(reason, files[0]?.name)}</Banner> : <Progress report={report} />}
      <div className={styles.actions}>
        {!isRefused && !isQueued && (
          <Button small busy={isBusy} onClick={() => void keep(() => publishReports(ctx, order.id, [reportId]))}>
            {t('results.publish')}
          </Button>
        )}
        {isRefused && (
          <Button small onClick={() => void sendAgain(ctx, entry.cmdId)}>
            {t('common:action.retry')}
          </Button>
        )}
        {/* A report that may have reached the server cannot be taken back. */}
        {state !== 'sent' && state !== 'sending' && (
          <Button small onClick={() => void discard(report)}>
            {isRefused ? t('common:action.discard') : t('orders.takeBack')}
          </Button>
        )}
      </div>
      {problem !== undefined && <Failure waits problem={problem} />}
    </li>
  );
}

/** Shows how much of the file the server has, and what the rest waits for. */
function Progress({ report: { entry, state } }: Pick<WaitingReportProps, 'report'>) {
  const { t, i18n } = useTranslation('admin');
  const { db } = useSession();
  const isOnline = useOnline();
  const [file] = entry.args.files;
  const { size = 0, sha256 = '' } = file ?? {};
  const there = useLiveQuery(async () => (await availableFiles(db, [sha256])).there.has(sha256), [db, sha256]);
  const parts = useLiveQuery(() => sentBytes(db), [db]);
  const sent = there === true ? size : (parts?.get(sha256) ?? 0);
  const words = { sent: sent === 0 ? '0' : sizeText(i18n.language, sent), size: sizeText(i18n.language, size) };
  const cause = causeOf(state, { isOnline, isThere: sent === size });
  return (
    <small>
      <progress value={sent} max={size} aria-label={t('results.sending')} /> {t(`results.sent.${cause}`, words)}
    </small>
  );
}

/** Returns what a report waits for: the name of a text. */
function causeOf(
  state: OpenCommand['state'],
  { isOnline, isThere }: { isOnline: boolean; isThere: boolean },
): 'accepted' | 'decision' | 'network' | 'turn' | 'uploading' {
  if (state === 'sent') return 'accepted';
  if (state === 'blocked') return 'decision';
  if (!isOnline) return 'network';
  return isThere ? 'turn' : 'uploading';
}

/**
 * Returns a function that takes a report out of the outbox, with what publishes only it, and offers to put both back.
 * @param open the commands about its order that are not settled
 */
function useDiscardReport(open: readonly OpenCommand[]): (report: OpenCommand<'report.add'>) => Promise<void> {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  return async ({ entry: { cmdId, args } }) => {
    const publishing = openOf(open, 'report.publish').filter(({ entry: { args: said } }) =>
      said.reportIds.every((id) => id === args.reportId),
    );
    const putBack: (() => Promise<void>)[] = [];
    for (const id of [...publishing.map(({ entry }) => entry.cmdId), cmdId])
      putBack.push(await discardWaiting(ctx, id));
    const run = async () => {
      for (const back of putBack) await back();
    };
    const action = { label: t('common:action.undo'), run: () => void run() };
    const what = { what: args.name };
    showNotice({ title: t('orders.takenBack', what), action });
  };
}

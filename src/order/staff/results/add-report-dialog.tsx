import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cellsIn } from '#domain/order/data/cells.ts';
import type { Order } from '#domain/order/data/order.ts';
import { acceptedAttachments } from '#domain/ground/attachments.ts';
import { problemWithReportFile } from '#domain/order/life/report-file.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { cutText, isBlank } from '#domain/ground/text.ts';
import { addReport } from '../calls/report-add.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { sizeText } from '../../../chat/parts/file-bytes.ts';
import { Failure } from '../../../staff/failure.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import styles from '../parts/orders.module.css';
import { CellsField } from './cells-field.tsx';
import { readCells } from './read-cells.ts';
import { TestSelect } from './test-select.tsx';
import { useFileProblem } from './use-file-problem.ts';
import { useKeep } from './use-keep.ts';

interface AddReportDialogProps {
  order: Order;
  /** Id of the test that is chosen at first; null for the first one. */
  test: string | null;
  onClose: () => void;
}

/**
 * Adds a report: a file with its name, its test, its cells and a note. All of it is kept on this device until it is
 * sent. The customer does not see it before it is published.
 */
export function AddReportDialog({ order, test: asked, onClose }: AddReportDialogProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const { ctx } = useSession();
  const tests = testsOf(order.doc);
  const [file, setFile] = useState<File>();
  const [title, setTitle] = useState('');
  const [test, setTest] = useState((tests.find(({ id }) => id === asked) ?? tests[0])?.id ?? '');
  const [cellsText, setCellsText] = useState('');
  const [note, setNote] = useState('');
  const { isBusy, problem, keep } = useKeep();
  const cells = cellsIn(order).length;
  const read = readCells(cellsText, { number: order.number, cells });
  const isReady = file !== undefined && !isBlank(title) && 'numbers' in read;

  const handleChosen = (chosen: File) => {
    setFile(chosen);
    if (isBlank(title)) setTitle(cutText(chosen.name.replace(/\.\w+$/, ''), orderLimits.reportNameChars));
  };
  const handleAdd = async () => {
    if (file === undefined || !('numbers' in read)) return;
    const about = { file, name: title, test: test === '' ? null : test, numbers: read.numbers, note };
    if (await keep(() => addReport(ctx, order.id, about))) onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('results.add')}
      description={t('results.addMeans')}
      action={t('results.add')}
      onAction={handleAdd}
      busy={isBusy}
      disabled={!isReady}
    >
      <ReportFile file={file} isBusy={isBusy} onChosen={handleChosen} />
      <Field
        label={t('results.name')}
        hint={t('results.nameHint')}
        value={title}
        required
        onChange={(text) => setTitle(cutText(text, orderLimits.reportNameChars))}
      />
      <TestSelect doc={order.doc} test={test} none={t('navigator:reports.allTests')} onChange={setTest} />
      <CellsField
        label={t('results.cellsOptional')}
        hint={t('results.cellsHint', { cells })}
        text={cellsText}
        read={read}
        onChange={setCellsText}
      />
      <ReasonField
        label={t('results.noteOptional')}
        hint={t('results.noteHint')}
        value={note}
        lines={2}
        onChange={setNote}
      />
      <Failure waits problem={problem} />
    </FormDialog>
  );
}

interface ReportFileProps {
  file: File | undefined;
  isBusy: boolean;
  onChosen: (file: File) => void;
}

/** Asks for the file of a report, and says why one cannot be taken. */
function ReportFile({ file, isBusy, onChosen }: ReportFileProps) {
  const { t, i18n } = useTranslation('admin');
  const fileProblem = useFileProblem();
  const picker = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const handleChosen = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const code = problemWithReportFile(chosen);
    setWrong(code === undefined ? undefined : fileProblem({ code, message: code }, chosen.name));
    if (code === undefined) onChosen(chosen);
  };
  return (
    <>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={() => picker.current?.click()}>
          {t('results.file')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={acceptedAttachments}
          aria-label={t('results.file')}
          onChange={(event) => {
            handleChosen(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <span>
          {file === undefined
            ? t('results.fileLimits', { most: sizeText(i18n.language, orderLimits.reportBytes) })
            : `${file.name}, ${sizeText(i18n.language, file.size)}`}
        </span>
      </div>
      <div aria-live="polite">{wrong !== undefined && <Banner tone="danger">{wrong}</Banner>}</div>
    </>
  );
}

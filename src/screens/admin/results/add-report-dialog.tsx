import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedAttachments, splitFiles } from '#domain/chat.ts';
import { orderLimits } from '#domain/order/limits.ts';
import { cellsIn } from '#domain/order/cells.ts';
import { testsOf } from '#domain/order/tests.ts';
import { cutText, isBlank } from '#domain/text.ts';
import { addReport } from '../../../net/order-results.ts';
import { sendFile } from '../../../net/uploads.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useOnline } from '../../../ui/online.ts';
import { Select } from '../../../ui/select.tsx';
import { sizeText } from '../../messenger/file-bytes.ts';
import { useTestNames } from '../../navigator/results/test-names.ts';
import { useLeftOutText } from '../../words/left-out-text.ts';
import { useReasonText } from '../../words/reason-text.ts';
import { Failure } from '../orders/failure.tsx';
import { useWrite } from '../orders/use-write.ts';
import { ReasonField } from '../orders/reason-field.tsx';
import styles from '../orders/orders.module.css';
import { CellsField } from './cells-field.tsx';
import { readCells } from './read-cells.ts';
import type { ResultsProps } from './results-props.ts';

/** Adds a report: a file with its name, its test, its cells and a note. The customer does not see it before it is published. */
export function AddReportDialog({ order, onChanged, onClose }: ResultsProps & { onClose: () => void }) {
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const { api, uploads } = useSession();
  const isOnline = useOnline();
  const testName = useTestNames(order.doc);
  const tests = testsOf(order.doc);
  const leftOutText = useLeftOutText();
  const reasonText = useReasonText();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [left, setLeft] = useState<string>();
  const [title, setTitle] = useState('');
  const [test, setTest] = useState(tests[0]?.id ?? '');
  const [cellsText, setCellsText] = useState('');
  const [note, setNote] = useState('');
  const [share, setShare] = useState<number>();
  // The bytes are sent once, also when adding the report failed.
  const sent = useRef<{ file: File; uploadId: string }>(undefined);
  const [refused, setRefused] = useState<string>();
  const { isBusy, problem, run } = useWrite((error) => {
    setRefused(reasonText(error));
    return true;
  });
  const cells = cellsIn(order).length;
  const read = readCells(cellsText, { number: order.number, cells });
  const isReady = file !== undefined && !isBlank(title) && 'numbers' in read;

  const handleChosen = (chosen: File[]) => {
    const { taken, leftOut } = splitFiles(chosen);
    setLeft(leftOutText(leftOut));
    const [first] = taken;
    if (first === undefined) return;
    setFile(first);
    if (isBlank(title)) setTitle(cutText(first.name.replace(/\.\w+$/, ''), orderLimits.reportNameChars));
  };
  const uploadOf = async (chosen: File): Promise<string> => {
    if (sent.current?.file === chosen) return sent.current.uploadId;
    const uploadId = await sendFile(uploads, chosen, (bytes) => setShare(bytes / chosen.size));
    sent.current = { file: chosen, uploadId };
    return uploadId;
  };
  const handleAdd = async () => {
    if (file === undefined || !('numbers' in read)) return;
    setRefused(undefined);
    const about = { title, test_id: test === '' ? null : test, cells: read.numbers, note };
    const content = { ...about, file: [file.name, file.size, file.lastModified] };
    const isAdded = await run(content, async (key) => {
      const upload_id = await uploadOf(file);
      await addReport(api, order.id, { upload_id, ...about }, key);
    });
    setShare(undefined);
    if (!isAdded) return;
    onClose();
    onChanged();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('results.add')}
      closeLabel={t('common:action.close')}
      description={t('results.addMeans')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={isBusy} disabled={!isOnline || !isReady} onClick={() => void handleAdd()}>
            {t('results.add')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
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
              handleChosen([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <span>
            {file === undefined ? t('results.fileLimits') : `${file.name}, ${sizeText(i18n.language, file.size)}`}
          </span>
          {share !== undefined && <progress value={share} max={1} aria-label={t('results.sending')} />}
        </div>
        <Field
          label={t('results.name')}
          hint={t('results.nameHint')}
          value={title}
          required
          onChange={(text) => setTitle(cutText(text, orderLimits.reportNameChars))}
        />
        <Select
          label={t('results.test')}
          value={test}
          placeholder={t('navigator:reports.allTests')}
          options={tests.map(({ id }) => ({ value: id, label: testName(id) }))}
          onChange={setTest}
        />
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
        <Failure problem={refused ?? left ?? problem} />
      </div>
    </Dialog>
  );
}

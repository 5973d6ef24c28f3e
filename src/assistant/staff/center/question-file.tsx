import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import Upload from 'lucide-react/icons/upload';
import type { ImportQuestionsReply } from '#domain/assistant/wire/question-tables.ts';
import { textOfBytes } from '#domain/ground/text-encoding.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import { fileProblem } from '../../../ui/form/file-problem.ts';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useDownload } from '../../../ui/use-download.ts';
import { useSend } from '../parts/use-send.ts';
import { call, download } from '../../../net/call.ts';
import admin from '../../../staff/admin.module.css';
import center from '../parts/center.module.css';
import styles from './figures.module.css';

/** The server takes up to 2,000,000 characters. */
const taken = { endings: ['csv'], bytes: 2_000_000 };

interface ChosenFile {
  name: string;
  text: string;
  checked: ImportQuestionsReply;
}

/** Exports the question set as a file, and imports one: it is checked first. */
export function QuestionFile({ onImported }: { onImported: () => void }) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const file = useDownload();
  const { chosen, isBusy, problem, check, take, drop } = useImport(onImported);
  const failed = () => ({ title: t('setFile.notExported'), detail: t('setFile.notExportedText') });
  return (
    <FileChoice
      className={admin.actions}
      label={t('setFile.import')}
      accept=".csv,text/csv"
      disabled={isBusy}
      onFiles={([picked]) => void check(picked)}
    >
      {(open) => (
        <>
          <Button
            icon={<Download aria-hidden />}
            busy={file.isBusy}
            onClick={() =>
              void file.save(download(api, 'GET /admin-api/knowledge/questions/csv'), 'questions.csv', failed)
            }
          >
            {t('setFile.export')}
          </Button>
          <Button icon={<Upload aria-hidden />} busy={isBusy && chosen === undefined} onClick={open}>
            {t('setFile.import')}
          </Button>
          <div role="alert">
            {chosen === undefined && problem !== undefined && <Banner tone="danger">{problem}</Banner>}
          </div>
          {chosen !== undefined && (
            <CheckedFile
              chosen={chosen}
              isBusy={isBusy}
              problem={problem}
              onOther={open}
              onImport={() => void take(chosen)}
              onClose={drop}
            />
          )}
        </>
      )}
    </FileChoice>
  );
}

/** Checks a file, and imports what was checked. Returns the file, and why the last try failed. */
function useImport(onImported: () => void) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<ChosenFile>();
  async function load(text: string, isCheck: boolean): Promise<ImportQuestionsReply | undefined> {
    let reply: ImportQuestionsReply | undefined;
    await send.run({ text, check: isCheck }, async (key) => {
      const body = { csv: text, check: isCheck };
      reply = await call(api, 'POST /admin-api/knowledge/questions/csv', { body, key });
    });
    return reply;
  }
  async function check(picked: File): Promise<void> {
    const wrong = fileProblem(picked, taken);
    setProblem(wrong === undefined ? undefined : t(`setFile.${wrong}`, { name: picked.name }));
    if (wrong !== undefined) return;
    const text = textOfBytes(new Uint8Array(await picked.arrayBuffer()));
    const checked = await load(text, true);
    if (checked !== undefined) setChosen({ name: picked.name, text, checked });
  }
  async function take({ text, ...rest }: ChosenFile): Promise<void> {
    const done = await load(text, false);
    if (done === undefined) return;
    // A colleague has changed something since the check.
    if (!done.is_done) return setChosen({ ...rest, text, checked: done });
    showNotice({ title: t('setFile.done', { added: done.added, changed: done.changed }), tone: 'ok' });
    setChosen(undefined);
    onImported();
  }
  const drop = () => setChosen(undefined);
  return { chosen, isBusy: send.isBusy, problem: problem ?? send.problem, check, take, drop };
}

interface CheckedFileProps {
  chosen: ChosenFile;
  isBusy: boolean;
  problem: string | undefined;
  onOther: () => void;
  onImport: () => void;
  onClose: () => void;
}

/** Says what a file would change, or what is wrong in it, before it is imported. */
function CheckedFile({ chosen, isBusy, problem, onOther, onImport, onClose }: CheckedFileProps) {
  const { t } = useTranslation('center');
  const { name, checked } = chosen;
  const isRight = checked.problems_total === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('setFile.title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={isRight && isBusy} onClick={isRight ? onImport : onOther}>
            {t(isRight ? 'setFile.sure' : 'setFile.other')}
          </Button>
        </>
      }
    >
      <div className={center.stack}>
        {isRight && <p>{t('setFile.counts', { ...checked })}</p>}
        <Problems checked={checked} />
        <div role="alert">{problem !== undefined && <Banner tone="danger">{problem}</Banner>}</div>
      </div>
    </Dialog>
  );
}

/** Each wrong row, with its line and column; or that questions stay which the file lacks. */
function Problems({ checked: { problems, problems_total: total } }: { checked: ImportQuestionsReply }) {
  const { t } = useTranslation('center');
  if (total === 0) return <p className={center.quiet}>{t('setFile.stays')}</p>;
  return (
    <>
      <Banner tone="danger">{t('setFile.wrong', { count: total })}</Banner>
      <ul className={styles.problems}>
        {problems.map(({ line, column, code }) => (
          <li key={`${line} ${column} ${code}`}>
            {t('setFile.at', { line, column })} {t(`setFile.problem.${code}`)}
          </li>
        ))}
      </ul>
      {total > problems.length && <p>{t('sync.cut', { count: total - problems.length })}</p>}
    </>
  );
}

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

interface Chosen {
  name: string;
  text: string;
  checked: ImportQuestionsReply;
}

/** Exports the question set as a file, and imports one: it is checked first. */
export function QuestionFile({ onImported }: { onImported: () => void }) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const file = useDownload();
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<Chosen>();
  async function load(text: string, check: boolean): Promise<ImportQuestionsReply | undefined> {
    let reply: ImportQuestionsReply | undefined;
    await send.run({ text, check }, async (key) => {
      reply = await call(api, 'POST /admin-api/knowledge/questions/csv', { body: { csv: text, check }, key });
    });
    return reply;
  }
  async function handleFile(picked: File): Promise<void> {
    const wrong = fileProblem(picked, taken);
    setProblem(wrong === undefined ? undefined : t(`setFile.${wrong}`, { name: picked.name }));
    if (wrong !== undefined) return;
    const text = textOfBytes(new Uint8Array(await picked.arrayBuffer()));
    const checked = await load(text, true);
    if (checked !== undefined) setChosen({ name: picked.name, text, checked });
  }
  async function handleImport({ text, ...rest }: Chosen): Promise<void> {
    const done = await load(text, false);
    if (done === undefined) return;
    // A colleague has changed something since the check.
    if (!done.is_done) return setChosen({ ...rest, text, checked: done });
    showNotice({ title: t('setFile.done', { added: done.added, changed: done.changed }), tone: 'ok' });
    setChosen(undefined);
    onImported();
  }
  const failed = () => ({ title: t('setFile.notExported'), detail: t('setFile.notExportedText') });
  return (
    <FileChoice
      className={admin.actions}
      label={t('setFile.import')}
      accept=".csv,text/csv"
      disabled={send.isBusy}
      onFiles={([picked]) => void handleFile(picked)}
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
          <Button icon={<Upload aria-hidden />} busy={send.isBusy && chosen === undefined} onClick={open}>
            {t('setFile.import')}
          </Button>
          <div role="alert">
            {chosen === undefined && (problem ?? send.problem) !== undefined && (
              <Banner tone="danger">{problem ?? send.problem}</Banner>
            )}
          </div>
          {chosen !== undefined && (
            <Dialog
              open
              onClose={() => setChosen(undefined)}
              title={t('setFile.title', { name: chosen.name })}
              footer={
                <>
                  <Button onClick={() => setChosen(undefined)}>{t('common:action.cancel')}</Button>
                  {chosen.checked.problems_total > 0 ? (
                    <Button variant="primary" onClick={open}>
                      {t('setFile.other')}
                    </Button>
                  ) : (
                    <Button variant="primary" busy={send.isBusy} onClick={() => void handleImport(chosen)}>
                      {t('setFile.sure')}
                    </Button>
                  )}
                </>
              }
            >
              <div className={center.stack}>
                {chosen.checked.problems_total === 0 && <p>{t('setFile.counts', { ...chosen.checked })}</p>}
                <Problems checked={chosen.checked} />
                <div role="alert">
                  {(problem ?? send.problem) !== undefined && <Banner tone="danger">{problem ?? send.problem}</Banner>}
                </div>
              </div>
            </Dialog>
          )}
        </>
      )}
    </FileChoice>
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

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import FileUp from 'lucide-react/icons/file-up';
import { orderJsonChars, readOrderJson, sizesOf } from '#domain/order/fields/order-json-read.ts';
import { orderJsonSentence, type OrderJsonProblem } from '#domain/order/fields/order-json-texts.ts';
import { textOfBytes } from '#domain/ground/text-encoding.ts';
import { importOrder } from '../calls/order-import.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileChoice } from '../../ui/form/file-choice.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import basics from '../../ui/basics.module.css';
import styles from './import-order.module.css';

/** Sentences shown about one file; the number of the others is named. */
const sentencesShown = 20;

/** Content of the dialog: a text, or the reason why a file could not be read into it. */
export interface ImportText {
  text: string;
  problem?: OrderJsonProblem;
}

/** Reads a chosen or dropped file. A file that is too large is not read. */
export async function importTextOf(file: File): Promise<ImportText> {
  // A character has at most four bytes.
  if (file.size > 4 * orderJsonChars) return { text: '', problem: { key: 'TOO_LARGE', values: sizesOf(file.size) } };
  try {
    return { text: textOfBytes(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { text: '', problem: { key: 'UNREADABLE', values: {} } };
  }
}

interface ImportOrderProps {
  content: ImportText;
  onContent: (content: ImportText) => void;
  onClose: () => void;
}

/** Dialog that makes a new draft from a JSON file or a pasted text. The pasted text stays with the caller. */
export function ImportOrder({ content, onContent, onClose }: ImportOrderProps) {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  const { text, problem } = content;
  const read = text === '' ? undefined : readOrderJson(text, () => ctx.newId());
  const whole = problem ?? (read !== undefined && 'problem' in read ? read.problem : undefined);
  const found = read === undefined || 'problem' in read ? undefined : read;
  const make = async () => {
    if (found === undefined) return;
    setMaking(true);
    try {
      const orderId = await importOrder(ctx, found.changes);
      onContent({ text: '' });
      await navigate(`/one-stop-order/Prototyping/${orderId}`);
    } catch {
      setMaking(false);
      showNotice({ title: t('save.failed'), detail: t('save.failedDetail'), tone: 'danger' });
    }
  };
  return (
    <FormDialog
      title={t('json.import')}
      description={t('json.about')}
      onClose={onClose}
      action={found !== undefined && found.leftOut.length > 0 ? t('json.makeRest') : t('json.make')}
      onAction={make}
      busy={isMaking}
      disabled={found === undefined || found.changes.length === 0}
      cancel={t('json.cancel')}
    >
      <div className={styles.content}>
        <ChooseFile onFile={(file) => void importTextOf(file).then(onContent)} />
        <Field
          label={t('json.text')}
          value={text}
          lines={8}
          autoComplete="off"
          onChange={(typed) => onContent({ text: typed })}
        />
        <div aria-live="polite" className={basics.stack}>
          {whole !== undefined && <Sentences problems={[whole]} />}
          {found !== undefined && (
            <>
              <p>
                {t('json.values', { count: found.changes.length })} {t('json.tests', { count: found.tests })}
              </p>
              {found.leftOut.length > 0 && <p>{t('json.leftOut', { count: found.leftOut.length })}</p>}
              <Sentences problems={found.leftOut} />
            </>
          )}
        </div>
      </div>
    </FormDialog>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('navigator');
  return (
    <FileChoice label={t('json.choose')} accept=".json,application/json" onFiles={([file]) => onFile(file)}>
      {(open) => (
        <Button icon={<FileUp aria-hidden />} onClick={open}>
          {t('json.choose')}
        </Button>
      )}
    </FileChoice>
  );
}

function Sentences({ problems }: { problems: readonly OrderJsonProblem[] }) {
  const { t, i18n } = useTranslation('navigator');
  if (problems.length === 0) return null;
  const isKorean = i18n.language.startsWith('ko');
  const reasonText = (key: string, values: OrderJsonProblem['values']) => t(`says.${key}`, values);
  const shown = problems.slice(0, sentencesShown);
  const sentences = shown.map((problem) => orderJsonSentence(problem, isKorean, reasonText));
  const more = problems.length - sentencesShown;
  return (
    <ul className={styles.problems}>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {more > 0 && <li>{t('json.more', { count: more })}</li>}
    </ul>
  );
}

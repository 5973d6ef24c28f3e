import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Upload from 'lucide-react/icons/upload';
import { attachmentTypeOf, attachmentBytes } from '#domain/ground/attachments.ts';
import type { DocumentReply } from '#domain/assistant/wire/knowledge-documents.ts';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import { fileProblem } from '../../../ui/form/file-problem.ts';
import { useOnline } from '../../../ui/online.ts';
import { remoteFailureOf } from '../../../shell/remote/remote.ts';
import { useReasonText } from '../../../i18n/reason-text.ts';
import { call } from '../../../net/call.ts';
import type { Api } from '../../../net/http.ts';
import { sendFile, type UploadApi } from '../../../net/uploads.ts';
import styles from './documents.module.css';

/** The files that have a text to cut, and are under the limit of attachments. */
const taken = { endings: ['pdf', 'docx'], bytes: attachmentBytes - 1 };

/** Adds a document: first its category, then the file. */
export function AddDocument({ onAdded }: { onAdded: (document: DocumentReply) => void }) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const [large, setLarge] = useState('');
  const [medium, setMedium] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { add, progress, problem } = useUpload(onAdded);
  /** A document needs its category first, also one that is dropped. */
  const withCategory = (next: () => void) => {
    setMissing(large.trim() === '');
    if (large.trim() !== '') next();
  };
  return (
    <FileChoice
      className={styles.add}
      label={t('documents.add')}
      accept={taken.endings.map((ending) => `.${ending}`).join(',')}
      disabled={!isOnline || progress !== undefined}
      onFiles={([file]) => withCategory(() => void add({ file, large: large.trim(), medium: medium.trim() }))}
    >
      {(open) => (
        <>
          <div className={styles.categories}>
            <Field
              label={t('documents.large')}
              value={large}
              onChange={(text) => {
                setLarge(text);
                setMissing(false);
              }}
              error={isMissing ? t('documents.largeMissing') : undefined}
              hint={t('documents.largeHint')}
              required
            />
            <Field label={t('documents.medium')} value={medium} onChange={setMedium} />
          </div>
          <Button
            variant="primary"
            icon={<Upload aria-hidden />}
            busy={progress !== undefined}
            disabled={!isOnline}
            onClick={() => withCategory(open)}
          >
            {t('documents.add')}
          </Button>
          <small>{isOnline ? t('documents.limits') : t('remote.unreachable')}</small>
          <output>
            {progress !== undefined && (
              <progress value={progress.share} max={1} aria-label={t('documents.sending', { name: progress.name })} />
            )}
            {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
          </output>
        </>
      )}
    </FileChoice>
  );
}

interface NewDocument {
  file: File;
  large: string;
  medium: string;
}

/** Uploads a document. Returns how far that is, and why the last one failed. */
function useUpload(onAdded: (document: DocumentReply) => void) {
  const { t } = useTranslation('admin');
  const { api, uploads } = useSession();
  const reasonText = useReasonText();
  const [progress, setProgress] = useState<{ name: string; share: number }>();
  const [problem, setProblem] = useState<string>();

  async function add({ file, ...category }: NewDocument): Promise<void> {
    const wrong = fileProblem(file, taken);
    setProblem(wrong === undefined ? undefined : t(`documents.${wrong}`, { name: file.name }));
    if (wrong !== undefined) return;
    setProgress({ name: file.name, share: 0 });
    try {
      // Some systems give no content type.
      const typed = new File([file], file.name, { type: attachmentTypeOf(file.name) ?? file.type });
      const added = await addDocument(api, uploads, { file: typed, ...category }, (sent) =>
        setProgress({ name: file.name, share: sent / file.size }),
      );
      onAdded(added);
    } catch (error) {
      const why = error instanceof Refused ? reasonText(error) : t(`remote.${remoteFailureOf(error).kind}`);
      setProblem(`${file.name}: ${why}`);
    } finally {
      setProgress(undefined);
    }
  }
  return { add, progress, problem };
}

/** Uploads a file in chunks and adds it as a document. @param progress called with the bytes sent so far */
async function addDocument(
  api: Api,
  door: UploadApi,
  { file, large, medium }: NewDocument,
  progress: (sent: number) => void,
): Promise<DocumentReply> {
  const upload_id = await sendFile(door, file, progress);
  const body = { upload_id, large_category: large, medium_category: medium };
  return call(api, 'POST /admin-api/knowledge_documents', { body });
}

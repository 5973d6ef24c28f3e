import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import FolderOpen from 'lucide-react/icons/folder-open';
import Image from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { pageRowsMost } from '#domain/ground/page-rows.ts';
import { acceptedAttachments, splitFiles } from '#domain/ground/attachments.ts';
import { Refused } from '../../net/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { FileChoice } from '../../ui/form/file-choice.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { sizeText } from '../../chat/parts/file-bytes.ts';
import { useDownload } from '../../ui/use-download.ts';
import { useNow } from '../../ui/now.ts';
import { useOnline } from '../../ui/online.ts';
import { failureText } from '../../shell/remote/failure-text.ts';
import { useReply } from '../../shell/remote/remote.ts';
import { useLeftOutText } from '../../i18n/left-out-text.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { dayOf, fullTimeOf } from '../../i18n/times.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { Quotas } from './quotas.tsx';
import basics from '../../ui/basics.module.css';
import { call, downloadFrom } from '../../net/call.ts';
import type { OwnFilesReply } from '#domain/spine/wire/own.ts';
import type { Api } from '../../net/http.ts';
import { sendFile, type UploadApi } from '../../net/uploads.ts';
import styles from './settings.module.css';

/** Files that a user stores on the server, available on every device they sign in on. */
export function OwnFiles() {
  const { t } = useTranslation('company');
  const files = useReply('GET /users/files', { query: { limit: pageRowsMost } });
  const [changes, setChanges] = useState(0);
  const handleChanged = () => {
    files.reload();
    setChanges((count) => count + 1);
  };
  return (
    <section className={styles.section} aria-label={t('tab.files')}>
      <p className={styles.lead}>{t('files.text')}</p>
      <AddFiles onAdded={handleChanged} />
      <RemoteView remote={{ ...files, reload: handleChanged }} words="company">
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon={<FolderOpen />} title={t('files.emptyTitle')}>
              {t('files.emptyText')}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.list} aria-label={t('files.list')}>
                {items.map((file) => (
                  <FileRow key={file.id} file={file} onDeleted={handleChanged} />
                ))}
              </ul>
              {total > items.length && <p className={styles.lead}>{t('files.more', { shown: items.length, total })}</p>}
            </>
          )
        }
      </RemoteView>
      <Quotas of="own" round={changes} above={files} />
    </section>
  );
}

/** Progress of the current upload; `share` is the part sent, from 0 to 1. */
interface UploadProgress {
  name: string;
  share: number;
}

function AddFiles({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('company');
  const online = useOnline();
  const { add, progress, problem } = useUploads(onAdded);
  return (
    <FileChoice
      className={styles.add}
      label={t('files.add')}
      accept={acceptedAttachments}
      multiple
      disabled={!online || progress !== undefined}
      onFiles={(files) => void add(files)}
    >
      {(open) => (
        <>
          <Button
            variant="primary"
            icon={<Upload aria-hidden />}
            busy={progress !== undefined}
            disabled={!online}
            onClick={open}
          >
            {t('files.add')}
          </Button>
          <small>{online ? t('files.limits') : t('remote.needed')}</small>
          <output className={styles.notes}>
            {progress !== undefined && <ProgressBar {...progress} />}
            {problem !== undefined && (
              <Banner tone="danger">
                <span className={styles.lines}>{problem}</span>
              </Banner>
            )}
          </output>
        </>
      )}
    </FileChoice>
  );
}

function ProgressBar({ name, share }: UploadProgress) {
  const { t } = useTranslation('company');
  const label = t('files.sending', { name });
  return (
    <>
      <span>{label}</span>
      <progress className={basics.progress} value={share} max={1} aria-label={label} />
    </>
  );
}

/** Uploads files one after the other. Returns how far that is, and what was left out or failed. */
function useUploads(onAdded: () => void) {
  const { t } = useTranslation('company');
  const { api, uploads } = useSession();
  const reasonText = useReasonText();
  const leftOutText = useLeftOutText();
  const [progress, setProgress] = useState<UploadProgress>();
  const [problem, setProblem] = useState<string>();

  async function add(chosen: File[]): Promise<void> {
    const { taken: files, leftOut } = splitFiles(chosen);
    const left = leftOutText(leftOut);
    setProblem(left);
    if (files.length === 0) return;
    let name = '';
    try {
      for (const file of files) {
        name = file.name;
        setProgress({ name, share: 0 });
        await keepFile(api, uploads, file, (sent) => setProgress({ name: file.name, share: sent / file.size }));
      }
    } catch (error) {
      const why = `${name}: ${error instanceof Refused ? reasonText(error) : failureText(t, error)}`;
      setProblem(left === undefined ? why : `${left}\n${why}`);
    } finally {
      setProgress(undefined);
      onAdded();
    }
  }
  return { add, progress, problem };
}

function FileRow({ file, onDeleted }: { file: OwnFile; onDeleted: () => void }) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, save } = useDownload();
  const failed = (error: unknown) => ({ title: failureText(t, error), detail: file.name });
  const handleDelete = () => {
    setAsking(false);
    call(api, 'DELETE /users/files/:id', { params: { id: file.id } })
      .catch((error: unknown) => showNotice({ ...failed(error), tone: 'danger' }))
      .finally(onDeleted);
  };
  return (
    <li className={styles.row}>
      {file.mime.startsWith('image/') ? <Image aria-hidden /> : <FileText aria-hidden />}
      <div className={styles.about}>
        <strong>{file.name}</strong>
        <span title={fullTimeOf(i18n.language, file.created_at)}>
          {sizeText(i18n.language, file.size)} · {dayOf(i18n.language, file.created_at, now)}
        </span>
      </div>
      <div className={styles.actions}>
        <IconButton
          label={t('files.download', { name: file.name })}
          icon={<Download aria-hidden />}
          aria-busy={isBusy || undefined}
          onClick={() => void save(downloadFrom(api, file.url, file.mime), file.name, failed)}
        />
        <IconButton
          label={t('files.delete', { name: file.name })}
          icon={<Trash2 aria-hidden />}
          onClick={() => setAsking(true)}
        />
      </div>
      <FormDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('files.deleteTitle')}
        description={t('files.deleteText', { name: file.name })}
        action={t('files.deleteSure')}
        onAction={handleDelete}
        variant="danger"
        icon={<Trash2 aria-hidden />}
      />
    </li>
  );
}

type OwnFile = OwnFilesReply['items'][number];

/** Uploads a file in chunks and adds it to the user's files. @param progress called with the bytes sent so far */
async function keepFile(api: Api, door: UploadApi, file: File, progress: (sent: number) => void): Promise<OwnFile> {
  return call(api, 'POST /users/files', { body: { upload_id: await sendFile(door, file, progress) } });
}

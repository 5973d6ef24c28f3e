import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import type { FileRef } from '#domain/chat/chat.ts';
import { isDrawable } from '#domain/ground/picture-size.ts';
import { keepBlob } from '../../db/files/blobs.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSession } from '../../session/session-context.tsx';
import { bytesOf, sizeText } from './file-bytes.ts';
import { download } from '../../ui/download.ts';
import styles from './attachments.module.css';

/** Image types that browsers can show; other files are downloads. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']);

/**
 * Attachments of a message: images are shown, and all can be downloaded.
 * @param isKept whether a downloaded document stays on this device
 */
export function Attachments({ files, isKept = false }: { files: FileRef[]; isKept?: boolean }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          {drawable.has(file.mime) ? <Picture file={file} /> : <Document file={file} isKept={isKept} />}
        </li>
      ))}
    </ul>
  );
}

function useDownload(file: FileRef, isKept = false): { busy: boolean; start: () => void } {
  const { t } = useTranslation('chat');
  const session = useSession();
  const { isBusy, run } = useAttempt(() =>
    showNotice({ title: t('file.unreachable'), detail: file.name, tone: 'danger' }),
  );
  const save = async () => {
    const bytes = await bytesOf(session, file);
    download(bytes, file.name);
    // On a full disk it is only downloaded.
    if (isKept) await keepBlob(session.db, file, bytes).catch(() => undefined);
  };
  return { busy: isBusy, start: () => void run(save) };
}

function Document({ file, isKept }: { file: FileRef; isKept: boolean }) {
  const { t, i18n } = useTranslation('chat');
  const { busy, start } = useDownload(file, isKept);
  return (
    <button type="button" className={styles.document} aria-busy={busy || undefined} onClick={start}>
      <FileText aria-hidden />
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{sizeText(i18n.language, file.size)}</span>
      <Download aria-hidden />
      <VisuallyHidden>{t('file.download')}</VisuallyHidden>
    </button>
  );
}

function Picture({ file }: { file: FileRef }) {
  const { t } = useTranslation('chat');
  const { start } = useDownload(file);
  const place = useRef<HTMLButtonElement>(null);
  const url = usePictureUrl(file, place);
  return (
    <button
      ref={place}
      type="button"
      className={styles.picture}
      onClick={start}
      title={t('file.downloadNamed', { name: file.name })}
    >
      {url === undefined ? (
        <span className={styles.placeholder}>
          <Image aria-hidden />
          {file.name}
        </span>
      ) : (
        <img src={url} alt={file.name} />
      )}
    </button>
  );
}

/** Loads an image when it scrolls into view. */
function usePictureUrl({ id, sha256, mime }: FileRef, place: RefObject<HTMLElement | null>): string | undefined {
  const session = useSession();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (place.current === null) return undefined;
    let made: string | undefined;
    let left = false;
    const load = async () => {
      const bytes = await bytesOf(session, { id, sha256, mime });
      // An image that is too large to decode is shown as its file name.
      if (!isDrawable(new Uint8Array(await bytes.arrayBuffer())) || left) return;
      made = URL.createObjectURL(bytes);
      setUrl(made);
    };
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      // If it cannot be loaded, its file name is shown.
      load().catch(() => undefined);
    });
    observer.observe(place.current);
    return () => {
      left = true;
      observer.disconnect();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [session, id, sha256, mime, place]);
  return url;
}

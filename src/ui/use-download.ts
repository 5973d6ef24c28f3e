import { useState } from 'react';
import { download } from './download.ts';
import { showNotice, type Notice } from './notice/notice.tsx';

interface FetchedDownload {
  isBusy: boolean;
  /** Starts the download once the bytes have arrived; if they do not, shows the notice about the error. */
  save: (bytes: Promise<Blob>, name: string, failed: (error: unknown) => Notice) => Promise<void>;
}

/** Returns how to download a file that has to be fetched first, and whether it is on its way. */
export function useDownload(): FetchedDownload {
  const [isBusy, setBusy] = useState(false);
  const save: FetchedDownload['save'] = async (bytes, name, failed) => {
    setBusy(true);
    try {
      download(await bytes, name);
    } catch (error) {
      showNotice({ ...failed(error), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save };
}

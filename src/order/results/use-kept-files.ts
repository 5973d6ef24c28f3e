import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { PublishedReport } from '#domain/order/life/reports.ts';
import { keepBlob } from '../../db/files/blobs.ts';
import { keepReply, keptReply } from '../../db/kept-replies.ts';
import { useSession } from '../../session/session-context.tsx';
import { useOnline } from '../../ui/online.ts';
import { bytesOf } from '../../chat/parts/file-bytes.ts';
import { download } from '../../net/call.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';

/**
 * Fetches reports to this device while they are shown, so that they open without a network. Those as large as no
 * attachment may be are kept once they are opened.
 */
export function useKeptReports(reports: readonly PublishedReport[]): void {
  const { db, api } = useSession();
  const isOnline = useOnline();
  const wanted = JSON.stringify(
    reports.filter(({ file }) => file.size < attachmentBytes).map(({ id, file }) => ({ ...file, id })),
  );
  useEffect(() => {
    if (!isOnline) return undefined;
    let left = false;
    const keep = async () => {
      for (const file of JSON.parse(wanted) as (PublishedReport['file'] & { id: string })[]) {
        const bytes = await bytesOf({ db, api }, file);
        if (left) return;
        await keepBlob(db, file, bytes);
      }
    };
    // Without them, the file says that it needs a network when it is opened.
    keep().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [db, api, isOnline, wanted]);
}

/** A file of labels, and what it shows. */
interface KeptLabels {
  version: string;
  bytes: Blob;
}

/**
 * Returns the labels from a cell on, fetched to this device while they are shown; undefined while they are not here.
 * Without a network, those from before a change of the cells will do: serials never change.
 * @param version names what they show
 */
export function useKeptLabels(orderId: string, first: number, version: string): Blob | undefined {
  const { db, api } = useSession();
  const isOnline = useOnline();
  const name = `labels of ${orderId} from ${first}`;
  const kept = useLiveQuery(async () => (await keptReply<KeptLabels>(db, name)) ?? null, [db, name]);
  const isWanted = isOnline && kept !== undefined && kept?.value.version !== version;
  useEffect(() => {
    if (!isWanted) return;
    download(api, 'GET /po_system/orders/:id/labels/pdf', { params: { id: orderId }, query: { first } })
      .then((bytes) => keepReply(db, name, { value: { version, bytes }, at: Date.now() }))
      // Fetched when they are asked for.
      .catch(() => undefined);
  }, [db, api, isWanted, name, orderId, first, version]);
  return isOnline && kept?.value.version !== version ? undefined : kept?.value.bytes;
}

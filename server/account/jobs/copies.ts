import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { ownerOf } from '../../payment/owner.ts';
import { invoiceDocument } from '../../payment/invoice-document.ts';
import { copiesToEnd, copyToMake, endCopy, finishCopy, forgetCopies } from '../store/copies.ts';
import { conversationsOf, factsOf, filesOf, ordersOf } from '../store/copy-reads.ts';
import { invoicesOf, isIssued } from '../../payment/store/invoices.ts';
import { meOf } from '../store/me.ts';
import { eachApart } from '../../jobs/set-aside.ts';
import { queueEmail } from './account-mails.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import type { Db, Tx } from '../../database/db.ts';

const copiedInvoices = 10_000;

/** Copies of users' own data: one archive each, written as a stream. */

/** Queues the job that makes this copy. */
export async function askForCopy(tx: Tx, copyId: string): Promise<void> {
  await queueJob(tx, 'make_copy', { copyId });
}

/** Returns the path of a copy's archive. */
export const copyPath = (folder: string, id: string): string => join(folder, `${basename(id)}.copy.zip`);

/** Makes a copy and queues an e-mail to its owner. A restarted job writes it again; a canceled copy is skipped. */
export async function makeCopy(db: Db, folder: string, payload: unknown): Promise<void> {
  const { copyId } = payload as { copyId: string };
  const userId = await copyToMake(db, copyId);
  if (userId === undefined) return;
  const path = copyPath(folder, copyId);
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const stop = (error: Error) => bytes.destroy(error);
  zip.on('error', stop);
  const written = pipeline(bytes, createWriteStream(`${path}.part`, { mode: 0o600 }));
  await Promise.all([fill(zip, db, folder, userId).catch(stop), written]);
  await rename(`${path}.part`, path);
  const { size } = await stat(path);
  const isWanted = await db.transaction().execute(async (tx) => {
    const isFinished = await finishCopy(tx, copyId, size);
    if (isFinished) await queueEmail(tx, 'copyReady', userId);
    return isFinished;
  });
  if (!isWanted) await rm(path, { force: true });
}

/** Deletes expired copies. @returns their number */
export async function endCopies(db: Db, folder: string): Promise<number> {
  await forgetCopies(db);
  return await eachApart(db, 'end_copies', await copiesToEnd(db), String, async (id) => {
    for (const end of ['', '.part']) await rm(copyPath(folder, id) + end, { force: true });
    await endCopy(db, id);
  });
}

async function fill(zip: ZipFile, db: Db, folder: string, userId: string): Promise<void> {
  const me = await meOf(db, userId);
  if (me === undefined) return zip.end();
  const profile = { ...me, ...(await factsOf(db, userId)) };
  zip.addBuffer(Buffer.from(readme), 'README.txt');
  zip.addBuffer(Buffer.from(`${JSON.stringify(profile, undefined, 2)}\n`), 'profile.json');
  add(zip, 'conversations.json', () => asArray(conversationsOf(db, userId)));
  add(zip, 'orders.json', () => asArray(ordersOf(db, userId)));
  for (const invoice of await invoicesOf(db, ownerOf(me), copiedInvoices)) {
    // A draft has no document yet.
    if (!isIssued(invoice)) continue;
    zip.addBuffer(await invoiceDocument(db, invoice), `invoices/${invoice.number}.pdf`);
  }
  for (const { id, name, path, folder: kind } of await filesOf(db, userId)) {
    const from = join(folder, basename(path));
    // A missing file must not stop the archive.
    const isThere = await access(from).then(
      () => true,
      () => false,
    );
    if (isThere) add(zip, `files/${kind}/${id} ${cleanFileName(name)}`, () => createReadStream(from));
  }
  zip.end();
}

/** Adds an entry whose stream is opened when its turn comes. */
function add(zip: ZipFile, name: string, open: () => NodeJS.ReadableStream): void {
  zip.addReadStreamLazy(name, (given) => given(null, open()));
}

/** Streams a JSON array, one item per line. */
function asArray(things: AsyncIterable<unknown>): Readable {
  async function* lines() {
    let before = '[\n';
    for await (const thing of things) {
      yield `${before}${JSON.stringify(thing)}`;
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
  return Readable.from(lines(), { objectMode: false });
}

const readme = `A copy of your data.

profile.json        your account, devices you are signed in on, and what you wrote to us by the contact form
conversations.json  your conversations: each one, followed by its messages. Deleted messages have no content.
orders.json         your orders
invoices/           your invoices
files/own/          files you keep
files/messages/     files of your conversations; a file's name begins with its id in conversations.json

Times are ISO-8601 in UTC. Amounts are in the smallest unit of the currency.
`;

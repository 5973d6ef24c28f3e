import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { keepFile } from '../../../server/files/stored-files.ts';
import { accept, reviewedOrder, staffEvent } from './reviewing.ts';
import { pdf } from '../files/sample-files.ts';
import type { SignedIn, TestServer } from '../servers/server.ts';

/** Orders whose cells are built and tested, and reports about them, by the real routes. */

/** Takes an order from its review to the tests of its built cells. @returns its id */
export async function orderInTest(
  server: TestServer,
  [who, staff]: [customer: SignedIn, staff: SignedIn],
): Promise<string> {
  const id = await reviewedOrder(server, [who, staff]);
  await accept(server, who, id);
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${id}`.execute(server.db);
  await server.request(staff, 'POST', `/admin-api/invoices/${rows[0]?.id}/paid`, {});
  await staffEvent(server, staff, [id, 'START_BUILD', 'processing']);
  const built = await staffEvent(server, staff, [id, 'BUILD_DONE', 'prototyping']);
  if (built.status !== 200) throw new Error(`not built: ${JSON.stringify(built.body)}`);
  return id;
}

/** The bytes of a PDF that is another file for each text. */
export const reportPdf = (text: string): Buffer => Buffer.concat([pdf, Buffer.from(`\n% ${text}\n`)]);

/** Stores a file as a finished upload. @returns the id of the upload */
export async function uploadOf(server: TestServer, { user }: SignedIn, name: string, bytes: Buffer): Promise<string> {
  const id = randomUUID();
  const { sha256 } = await keepFile(server.db, server.filesDir, user.id, name, bytes);
  await sql`insert into finished_uploads (id, uploader, file_id, name)
    select ${id}, ${user.id}, id, ${name} from files where uploader = ${user.id} and sha256 = ${sha256}`.execute(
    server.db,
  );
  return id;
}

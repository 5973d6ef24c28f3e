import { readFileSync } from 'node:fs';
import { compareRecords, readRecord, type RecordProblem, type WholePart } from '#domain/order/life/record.ts';
import { silentLog } from '../../server/ground/log.ts';
import { recordOf } from '../../server/order/store/order-record.ts';
import { connect } from '../../server/database/database.ts';
import { signIn } from './caller.ts';

/** Meaning of each code for the reader of a file. */
const sentences: Record<RecordProblem['code'], string> = {
  NO_HEAD: 'the first line of a part of a record is expected here',
  UNKNOWN_VERSION: 'this record was written by a newer version',
  NOT_JSON: 'this line is no JSON',
  REWRITTEN: 'this line is not written as a record writes it',
  NOT_NEXT: 'a line is missing before this one, or it has been moved',
  BROKEN_CHAIN: 'this line is not the one whose hash the next line carries',
  CUT_SHORT: 'this line is missing: the head counts more lines',
  WRONG_LAST: 'this line is not the one whose hash the head carries',
  DIFFERS: 'the server has another line here',
};

/**
 * Checks the record in a file, alone or also against what a server has.
 * @param against address of a server or of its database
 * @param account e-mail address and password for a server, with a colon between them
 * @returns whether it is whole
 */
export async function verify(
  file: string,
  against: string | undefined,
  account: string,
  print: (line: string) => void,
): Promise<boolean> {
  const parts = readRecord(readFileSync(file, 'utf8'));
  if (!Array.isArray(parts)) return say(parts);
  for (const { head } of parts) print(`${head.part}: ${head.count} lines of order ${head.order}, whole, ${head.last}`);
  if (against === undefined) return true;
  const newer = readRecord(await recordAt(against, account, parts));
  if (!Array.isArray(newer)) throw new Error('What the server has is no record.');
  const found = compareRecords(parts, newer);
  if ('code' in found) return say(found);
  print(
    found.more === 0 ? 'The server has the same lines.' : `The server has the same lines, and ${found.more} newer.`,
  );
  return true;

  function say({ line, code }: RecordProblem): false {
    print(`${file}, line ${line}: ${sentences[code]}.`);
    return false;
  }
}

async function recordAt(against: string, account: string, parts: readonly WholePart[]): Promise<string> {
  const order = parts[0]?.head.order ?? '';
  if (against.startsWith('postgres')) {
    const db = connect(against, silentLog);
    try {
      return await recordOf(db, order, true);
    } finally {
      await db.destroy();
    }
  }
  const caller = await signIn(against, account);
  const { status, text } = await caller.call({ method: 'GET', path: `/po_system/orders/${order}/record` });
  if (status !== 200) throw new Error(`The server did not send the record: ${text}`);
  return text;
}

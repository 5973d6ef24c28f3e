import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFinder } from '../../../server/assistant/knowledge/finder-file.ts';
import { importKnowledge } from '../../../server/assistant/knowledge/import.ts';
import { type FileEntry, ownKnowledge } from '../../../server/assistant/knowledge/knowledge-file.ts';
import { keepOwnQuestions } from '../../../server/assistant/knowledge/own-questions.ts';
import { connect } from '../../../server/database/database.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { freshDatabase, type TestDatabase } from './cluster.ts';

/** What tests ask about, without near neighbors that would make the answer less sure. An index of all takes ten times as long. */
const ids: ReadonlySet<number> = new Set([
  1, 4, 5, 6, 7, 8, 18, 22, 24, 25, 27, 32, 43, 65, 77, 86, 90, 112, 113, 123, 131, 133, 134, 135, 145, 158, 166, 193,
  199, 200, 201, 208, 211, 214, 215, 218, 231, 232, 233, 234, 256, 258, 263, 277, 280, 285, 307, 328, 338, 371, 372,
  378, 379, 385, 387, 392, 433, 436,
]);

/** Returns a database with some entries of the starter knowledge base, and all its trees and questions. */
export function databaseWithEntries(): Promise<TestDatabase> {
  return freshDatabase({ name: 'vfp_entries', fill });
}

async function fill(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vfp-entries-'));
  const file = join(folder, 'entries.json');
  const entries = JSON.parse(await readFile(ownKnowledge, 'utf8')) as FileEntry[];
  await writeFile(file, JSON.stringify(entries.filter(({ id }) => ids.has(Number(id)))));
  const db = connect(url, silentLog);
  await importKnowledge(db, file);
  await importFinder(db);
  await keepOwnQuestions(db);
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type FileEntry, entryOf, ownKnowledge, parseKnowledge } from './knowledge-file.ts';
import { type ImportResult, type ImportedEntry, importEntries, isImported } from '../store/entry-import.ts';
import type { Db } from '../../database/db.ts';

/**
 * Imports a file of knowledge, once for each content. An entry that an expert has edited stays as it is.
 * @param file the product's own knowledge, if none is named
 * @returns what was done; undefined when this content was imported before
 * @throws an error that names the first entry and field that are wrong; nothing is imported then
 */
export async function importKnowledge(db: Db, file: string | URL = ownKnowledge): Promise<ImportResult | undefined> {
  const text = await readFile(file, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex');
  // Every start but the first ends here.
  if (await isImported(db, hash)) return undefined;
  const entries = parseKnowledge(text, file).map(rowOf);
  return await db.transaction().execute((tx) => importEntries(tx, hash, entries));
}

function rowOf(entry: FileEntry): ImportedEntry {
  return {
    ...entryOf(entry),
    ko: entry.ko ?? null,
    sources: entry.sources === '' ? [] : [entry.sources],
    chat_type: entry.chat_type ?? 1,
    check_by: entry.check_by ?? null,
    checked_on: entry.basis === 'read' ? (entry.checked_on ?? null) : null,
  };
}

import type { DBCore, DBCoreMutateRequest, DBCoreTable, Middleware } from 'dexie';
import type { BlobRow, DraftRow, ProgressRow, UserDb } from '../schema.ts';

/**
 * Rows of a database that this page has read or written, kept in memory, because the browser may delete the database
 * while the page is open. Bytes are kept as the page has written them: what is read back from a deleted database is
 * unreadable.
 */
export interface RowsInMemory {
  /** Rows of confirmed tables, as last seen by this page. */
  shown: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** Files that are not uploaded yet, by their hash. */
  files: ReadonlyMap<string, BlobRow>;
  /** The last write of each draft by this page, by its key. */
  drafts: ReadonlyMap<string, DraftWrite>;
  /** Keys of the outbox records that this page has marked as sent. */
  sent: ReadonlySet<number>;
}

/** A draft as this page has written it; without a row it was deleted. */
interface DraftWrite {
  row?: DraftRow;
  /** By the device's clock, in ms since 1970. */
  at: number;
}

/** Maximum number of rows per table: what a page can show, and not all that a long-lived page has ever shown. */
const shownTables: Record<string, number> = { rooms: 1000, messages: 40, windows: 1000, orders: 100, people: 100 };

/** Starts to keep rows in memory. Call before the database is opened. */
export function keepRowsInMemory(db: UserDb): RowsInMemory {
  const shown = new Map(Object.keys(shownTables).map((name) => [name, new Map<string, unknown>()]));
  const files = new Map<string, BlobRow>();
  const drafts = new Map<string, DraftWrite>();
  const sent = new Set<number>();
  const middleware: Middleware<DBCore> = {
    stack: 'dbcore',
    name: 'rows in memory',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        const rows = shown.get(name);
        if (rows !== undefined) return keepingShown(table, rows, shownTables[name] ?? 0);
        if (name === 'blobs') return noting(table, (request) => noteFiles(files, request));
        if (name === 'drafts') return noting(table, (request) => noteDrafts(drafts, request));
        if (name === 'progress') return noting(table, (request) => noteSent(sent, request));
        return table;
      },
    }),
  };
  db.use(middleware);
  return { shown, files, drafts, sent };
}

function keepingShown(table: DBCoreTable, rows: Map<string, unknown>, most: number): DBCoreTable {
  const { extractKey } = table.schema.primaryKey;
  function keep(found: unknown): void {
    if (typeof found !== 'object' || found === null) return;
    const key = JSON.stringify(extractKey?.(found));
    // Written again, so that the oldest are the first.
    rows.delete(key);
    rows.set(key, found);
    if (rows.size > most) rows.delete(rows.keys().next().value as string);
  }
  return {
    ...noting(table, (request) => {
      if (request.type === 'add' || request.type === 'put') request.values.forEach(keep);
      else if (request.type === 'delete') for (const key of request.keys) rows.delete(JSON.stringify(key));
      else rows.clear();
    }),
    // Not async functions: in a transaction, an await of its own could end it (decision 0005).
    get: (request) =>
      table.get(request).then((found: unknown) => {
        keep(found);
        return found;
      }),
    getMany: (request) =>
      table.getMany(request).then((found) => {
        found.forEach(keep);
        return found;
      }),
    query: (request) =>
      table.query(request).then((found) => {
        if (request.values === true) found.result.forEach(keep);
        return found;
      }),
  };
}

/** Calls `note` after each write that the database has taken. */
function noting(table: DBCoreTable, note: (request: DBCoreMutateRequest) => void): DBCoreTable {
  return {
    ...table,
    mutate: (request) =>
      table.mutate(request).then((done) => {
        if (done.numFailures === 0) note(request);
        return done;
      }),
  };
}

function noteFiles(files: Map<string, BlobRow>, request: DBCoreMutateRequest): void {
  if (request.type === 'delete') for (const key of request.keys) files.delete(key as string);
  if (request.type === 'deleteRange') files.clear();
  if (request.type !== 'add' && request.type !== 'put') return;
  for (const row of request.values as BlobRow[]) {
    const { bytes } = files.get(row.sha256) ?? row;
    if (row.uploaded || row.kept === true) files.delete(row.sha256);
    else files.set(row.sha256, { ...row, bytes });
  }
}

function noteDrafts(drafts: Map<string, DraftWrite>, request: DBCoreMutateRequest): void {
  const at = Date.now();
  if (request.type === 'delete') for (const key of request.keys) drafts.set(key as string, { at });
  else if (request.type === 'deleteRange') for (const key of drafts.keys()) drafts.set(key, { at });
  else for (const row of request.values as DraftRow[]) drafts.set(row.key, { row, at });
}

function noteSent(sent: Set<number>, request: DBCoreMutateRequest): void {
  if (request.type === 'delete') for (const key of request.keys) sent.delete(key as number);
  if (request.type !== 'put') return;
  for (const row of request.values as ProgressRow[]) if (row.sent) sent.add(row.b);
}

/** Returns the files of a draft. */
export function filesInDraft(value: unknown): Blob[] {
  const files = (value as { files?: unknown } | null | undefined)?.files;
  return Array.isArray(files) ? files.filter((file): file is Blob => file instanceof Blob) : [];
}

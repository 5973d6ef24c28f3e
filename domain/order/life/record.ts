import { sha256Hex } from '../../ground/hash.ts';
import { canonicalJson } from '../../ground/json.ts';

/**
 * The record of an order as a file: one line of canonical JSON for each event, and each line carries the hash of the line
 * before it. So no line can be changed, added, left out or moved without changing all hashes after it, up to the one in
 * the head. A file has a part with the events of the order; for staff a second one with what staff wrote among themselves.
 */

const format = 'vfp-order-record';
const version = 1;

type RecordPart = 'order' | 'staff';

/** First line of a part. */
export interface RecordHead {
  format: typeof format;
  version: number;
  part: RecordPart;
  /** Id of the order. */
  order: string;
  /** Number of lines that follow. */
  count: number;
  /** Hash of the last of them. */
  last: string;
}

/** A line without what chains it. Times are ISO 8601. */
export interface RecordEntry {
  /** Type of the event, such as `order.status_changed`. */
  event: string;
  /** Id of a user, or `system`. */
  by: string | null;
  /** Time at which the command was written, by the clock of the device. */
  written: string | null;
  /** Time at which the server received the command, and time at which it stored the event, by its clock. */
  received: string | null;
  stored: string;
  /** The same for all commands of one device. */
  device: string | null;
  /** Id of the command. */
  command: string | null;
  /** Content of the event. Of a status: from, to, reason. */
  data: unknown;
}

/** A line: `n` counts from 1, and is the version of the order with this event. */
export interface RecordLine extends RecordEntry {
  n: number;
  /** Hash of the line before; of the first line, a hash of the order's id. */
  prev: string;
}

type Sha256 = (text: string) => string;

/** Returns one part of a record as text, with a line break after each line. */
export function recordPart(
  of: Pick<RecordHead, 'part' | 'order'>,
  entries: readonly RecordEntry[],
  sha256: Sha256 = sha256Hex,
): string {
  let prev = seedOf(of, sha256);
  const lines = entries.map((entry, i) => {
    const line = canonicalJson({ ...entry, n: i + 1, prev });
    prev = sha256(line);
    return line;
  });
  const head: RecordHead = { format, version, part: of.part, order: of.order, count: lines.length, last: prev };
  return [canonicalJson(head), ...lines].map((line) => `${line}\n`).join('');
}

function seedOf({ part, order }: Pick<RecordHead, 'part' | 'order'>, sha256: Sha256): string {
  return sha256(`${format}/${version}/${part}/${order}`);
}

/** Problem of the first line of a file that is not as it was written. Lines count from 1. */
export interface RecordProblem {
  line: number;
  code:
    | 'NO_HEAD'
    | 'UNKNOWN_VERSION'
    | 'NOT_JSON'
    | 'REWRITTEN'
    | 'NOT_NEXT'
    | 'BROKEN_CHAIN'
    | 'CUT_SHORT'
    | 'WRONG_LAST'
    | 'DIFFERS';
}

export interface WholePart {
  head: RecordHead;
  lines: RecordLine[];
  /** Number of the head's line in the file. */
  at: number;
}

/** Returns the parts of a whole record, or what is wrong with it. */
export function readRecord(text: string, sha256: Sha256 = sha256Hex): WholePart[] | RecordProblem {
  const rows = text.split('\n');
  if (rows.at(-1) === '') rows.pop();
  const parts: WholePart[] = [];
  for (let at = 0; at < rows.length || parts.length === 0;) {
    const head = headIn(rows[at]);
    if (typeof head === 'string') return { line: at + 1, code: head };
    const lines = linesAfter(rows.slice(at + 1, at + 1 + head.count), head, sha256);
    if ('code' in lines) return { line: at + 1 + lines.line, code: lines.code };
    parts.push({ head, lines: lines.read, at: at + 1 });
    at += 1 + head.count;
  }
  return parts;
}

function headIn(row: string | undefined): RecordHead | RecordProblem['code'] {
  const head: Partial<RecordHead> | undefined = parsed(row ?? '');
  if (head?.format !== format) return 'NO_HEAD';
  if (head.version !== version) return 'UNKNOWN_VERSION';
  const isComplete = typeof head.order === 'string' && typeof head.last === 'string' && Number.isInteger(head.count);
  return isComplete && canonicalJson(head) === row ? (head as RecordHead) : 'REWRITTEN';
}

function linesAfter(rows: readonly string[], head: RecordHead, sha256: Sha256): { read: RecordLine[] } | RecordProblem {
  const read: RecordLine[] = [];
  let prev = seedOf(head, sha256);
  for (const row of rows) {
    const line = read.length + 1;
    const value = parsed(row) as RecordLine | undefined;
    if (value === undefined) return { line, code: 'NOT_JSON' };
    if (canonicalJson(value) !== row) return { line, code: 'REWRITTEN' };
    if (value.n !== line) return { line, code: 'NOT_NEXT' };
    // The line before is the one that is not as it was: this one carries its hash.
    if (value.prev !== prev) return { line: Math.max(1, line - 1), code: 'BROKEN_CHAIN' };
    prev = sha256(row);
    read.push(value);
  }
  if (read.length < head.count) return { line: read.length + 1, code: 'CUT_SHORT' };
  return prev === head.last ? { read } : { line: read.length, code: 'WRONG_LAST' };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compares a whole record with a newer one of the same order, such as the server's.
 * @returns the first line that differs; otherwise by how many lines the newer one is longer
 */
export function compareRecords(
  file: readonly WholePart[],
  newer: readonly WholePart[],
): RecordProblem | { more: number } {
  let more = 0;
  for (const { head, lines, at } of file) {
    const other = newer.find((each) => each.head.part === head.part && each.head.order === head.order);
    if (other === undefined) return { line: at, code: 'DIFFERS' };
    const differing = lines.findIndex((line, i) => canonicalJson(line) !== canonicalJson(other.lines[i]));
    if (differing >= 0) return { line: at + 1 + differing, code: 'DIFFERS' };
    more += other.lines.length - lines.length;
  }
  return { more };
}

/** Returns the name of a device in records: the same for the same device, and of no use for anything else. */
export function recordedDevice(id: string): string {
  return sha256Hex(`${format}/device/${id}`).slice(0, 12);
}

/** Returns the time in an id that sorts by time (UUIDv7), ISO 8601; null for other ids. */
export function writtenAt(id: string | null): string | null {
  if (id?.charAt(14) !== '7') return null;
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return new Date(ms).toISOString();
}

import { type MoreMarks, type Piece, marks, piecesOf } from './marks.ts';

/** Parses the Markdown of answers. Unknown syntax stays text; HTML is always text. */

type Align = 'start' | 'center' | 'end';

export type RichBlock =
  | { kind: 'text'; pieces: Piece[] }
  | { kind: 'heading'; pieces: Piece[] }
  | { kind: 'code'; text: string }
  | { kind: 'formula'; text: string }
  | { kind: 'quote'; blocks: RichBlock[] }
  | { kind: 'list'; start: number | undefined; items: RichBlock[][] }
  | { kind: 'table'; align: Align[]; head: string[]; rows: string[][] };

/**
 * Reads blocks from the lines at a position.
 * @returns the block and the position after it; undefined: not of this kind
 */
type BlockReader = (
  lines: readonly string[],
  at: number,
  depth: number,
) => { block: RichBlock; next: number } | undefined;

/** Quotations and lists inside each other; deeper ones stay text. */
const deepest = 5;

/** Splits an answer into its blocks. */
export function richBlocksOf(content: string): RichBlock[] {
  return blocksIn(content.replaceAll('\r\n', '\n').split('\n'), 0);
}

function blocksIn(lines: readonly string[], depth: number): RichBlock[] {
  const blocks: RichBlock[] = [];
  let text: string[] = [];
  const endText = () => {
    const joined = text.join('\n').trim();
    if (joined !== '') blocks.push({ kind: 'text', pieces: richPiecesOf(joined) });
    text = [];
  };
  for (let at = 0; at < lines.length;) {
    const found = read(lines, at, depth);
    if (found === undefined) text.push(lines[at++] ?? '');
    else {
      endText();
      blocks.push(found.block);
      at = found.next;
    }
  }
  endText();
  return blocks;
}

function read(lines: readonly string[], at: number, depth: number): ReturnType<BlockReader> {
  for (const reader of readers) {
    const found = reader(lines, at, depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

const readCode: BlockReader = (lines, at) => {
  const fence = /^ {0,3}(```|~~~)/.exec(lines[at] ?? '')?.[1];
  if (fence === undefined) return undefined;
  const end = lines.findIndex((line, i) => i > at && line.trim() === fence);
  const last = end < 0 ? lines.length : end;
  return { block: { kind: 'code', text: lines.slice(at + 1, last).join('\n') }, next: last + 1 };
};

const readHeading: BlockReader = (lines, at) => {
  const text = /^#{1,6} +(\S.*)$/.exec(lines[at] ?? '')?.[1];
  return text === undefined ? undefined : { block: { kind: 'heading', pieces: richPiecesOf(text) }, next: at + 1 };
};

const formulaEnds: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

const readFormula: BlockReader = (lines, at) => {
  const line = (lines[at] ?? '').trim();
  const start = line.slice(0, 2);
  const end = formulaEnds[start];
  if (end === undefined) return undefined;
  const rest = line.slice(2);
  if (rest.length > 2 && rest.endsWith(end)) {
    return { block: { kind: 'formula', text: rest.slice(0, -2).trim() }, next: at + 1 };
  }
  const last = lines.findIndex((each, i) => i > at && each.trim().endsWith(end));
  if (last < 0) return undefined;
  const text = [rest, ...lines.slice(at + 1, last), (lines[last] ?? '').trim().slice(0, -2)].join(' ').trim();
  return { block: { kind: 'formula', text }, next: last + 1 };
};

const readQuote: BlockReader = (lines, at, depth) => {
  if (depth >= deepest || !(lines[at] ?? '').startsWith('>')) return undefined;
  let next = at;
  while ((lines[next] ?? '').startsWith('>')) next++;
  const inner = lines.slice(at, next).map((line) => line.replace(/^> ?/, ''));
  return { block: { kind: 'quote', blocks: blocksIn(inner, depth + 1) }, next };
};

const itemStart = /^( *)(?:[-*•]|(\d{1,9})[.)]) +(?=\S)/;

const readList: BlockReader = (lines, at, depth) => {
  const first = itemStart.exec(lines[at] ?? '');
  if (first === null || depth >= deepest) return undefined;
  const indent = first[1]?.length ?? 0;
  const isOrdered = first[2] !== undefined;
  const items: string[][] = [];
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? '';
    const start = itemStart.exec(line);
    const isItem = start?.[1]?.length === indent && (start[2] !== undefined) === isOrdered;
    const isInside = line.search(/\S/) > indent;
    if (isItem) items.push([line.slice(start[0].length)]);
    else if (isInside) items.at(-1)?.push(withoutIndent(line, indent + 2));
    else break;
  }
  const start = isOrdered ? Number(first[2]) : undefined;
  return { block: { kind: 'list', start, items: items.map((item) => blocksIn(item, depth + 1)) }, next };
};

function withoutIndent(line: string, most: number): string {
  return line.slice(Math.min(line.search(/\S/), most));
}

const delimiters = /^ {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$/;

const readTable: BlockReader = (lines, at) => {
  const line = lines[at] ?? '';
  const second = lines[at + 1] ?? '';
  if (!line.includes('|') || !delimiters.test(second)) return undefined;
  const head = cellsOf(line);
  const align = cellsOf(second).map(alignOf);
  if (head.length !== align.length) return undefined;
  let next = at + 2;
  while ((lines[next] ?? '').includes('|')) next++;
  const rows = lines.slice(at + 2, next).map((each) => {
    const cells = cellsOf(each);
    return head.map((_, column) => cells[column] ?? '');
  });
  return { block: { kind: 'table', align, head, rows }, next };
};

/** Returns the cells of a table's line. A bar after a backslash is part of the text. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

function alignOf(delimiter: string): Align {
  if (!delimiter.endsWith(':')) return 'start';
  return delimiter.startsWith(':') ? 'center' : 'end';
}

const readers: readonly BlockReader[] = [readCode, readHeading, readFormula, readQuote, readTable, readList];

/** Splits a text into its inline marks, with formulas and named links. */
export function richPiecesOf(text: string): Piece[] {
  return piecesOf(text, answerMarks);
}

const answerMarks: MoreMarks = {
  pattern: new RegExp(
    [
      '!?\\[(?<label>[^[\\]\\n]{1,300})\\]\\((?<target>[^()\\s]{1,2000})\\)',
      '\\\\\\((?<formula>[^\\n]{1,400}?)\\\\\\)',
      '\\$(?=[^\\s$])(?<tex>[^$\\n]{0,200}[\\\\^_][^$\\n]{0,200})(?<!\\s)\\$(?!\\d)',
      marks.source,
    ].join('|'),
    marks.flags,
  ),
  pieceOf({ label, target, formula, tex }) {
    if (label !== undefined && target !== undefined) return namedLink(label, target);
    const text = formula ?? tex;
    return text === undefined ? undefined : { kind: 'formula', text };
  },
};

/** Returns a link to a web address, with its host; undefined for any other target. An image becomes a link too. */
function namedLink(text: string, target: string): Piece | undefined {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const { href, host } = new URL(target);
  return { kind: 'link', href, text, host };
}

import type { TextPage } from '../../../ground/file-text.ts';
import { cutText } from '../../../ground/text.ts';
import { passagesOf } from '../../retrieval/file-passages.ts';

/** Cuts a document into pieces that could become Q&As. An expert reads each one, and decides. */

export interface Section {
  page: TextPage['page'];
  /** A line that reads like a question or a heading; the beginning of the text where there is none. */
  question: string;
  answer: string;
}

/** Length of an answer beyond which a piece is cut in two, and below which it says too little, in UTF-16 units. */
const answerChars = 900;
const leastChars = 60;
/** Longest line that can be a heading. */
const headingChars = 120;

/** @param most number of pieces after which the rest of the document is left out */
export function sectionsOf(pages: readonly TextPage[], most: number): Section[] {
  const repeated = repeatedLines(pages);
  const found: Section[] = [];
  let heading = '';
  for (const { page, text } of pages) {
    for (const block of blocksOf(text, repeated)) {
      if (block.heading !== '') heading = block.heading;
      for (const answer of piecesOf(block.text)) {
        if (answer.length < leastChars) continue;
        found.push({ page, question: questionFor(heading, answer), answer });
        if (found.length === most) return found;
      }
    }
  }
  return found;
}

interface PageSection {
  heading: string;
  text: string;
}

/** Splits a page at its headings. Text before the first one belongs to the heading of the page before. */
function blocksOf(page: string, repeated: ReadonlySet<string>): PageSection[] {
  const blocks: PageSection[] = [{ heading: '', text: '' }];
  const lines = page.split('\n').filter((line) => !repeated.has(line.trim()));
  for (const [at, line] of lines.entries()) {
    const last = blocks.at(-1);
    if (last !== undefined && !isHeading(line, lines[at + 1])) last.text += `${line}\n`;
    else blocks.push({ heading: headingIn(line), text: '' });
  }
  return blocks;
}

/** A numbered line, a question, or a short line without a full stop above a longer one. */
function isHeading(line: string, next: string | undefined): boolean {
  const text = line.trim();
  if (text === '' || text.length > headingChars || !/\p{L}/u.test(text) || next === undefined) return false;
  if (text.endsWith('?') || /^(?:Q|질문)\s*[:.]/i.test(text)) return true;
  if (/[.,;:|]$/.test(text) || /^[-•*|]/.test(text)) return false;
  const isNumbered = /^\d+(?:\.\d+)*\.?\s+\p{Lu}/u.test(text) || /^\d+(?:\.\d+)*\.?\s+\p{Script=Hangul}/u.test(text);
  const beginsLarge = /^[\p{Lu}\p{Script=Hangul}]/u.test(text);
  return isNumbered || (beginsLarge && text.length <= 70 && next.trim().length > text.length);
}

function headingIn(line: string): string {
  return line
    .trim()
    .replace(/^\d+(?:\.\d+)*\.?\s+/, '')
    .replace(/^(?:Q|질문)\s*[:.]\s*/i, '');
}

/** Joins the lines of paragraphs, and cuts what is too long for an answer. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const passage of passagesOf(text.trim())) {
    const plain = passage.replace(/^(?:A|답변)\s*[:.]\s*/i, '').trim();
    const last = pieces.at(-1);
    if (last !== undefined && last.length + plain.length < answerChars) pieces[pieces.length - 1] = `${last}\n${plain}`;
    else if (plain !== '') pieces.push(plain);
  }
  return pieces;
}

function questionFor(heading: string, answer: string): string {
  if (heading !== '') return heading;
  const [first = ''] = answer.split(/(?<=[.!?。])\s|\n/);
  return cutText(first, headingChars, '…');
}

/** Returns the lines that stand on most pages: heads and feet. */
function repeatedLines(pages: readonly TextPage[]): ReadonlySet<string> {
  if (pages.length < 3) return new Set();
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    for (const line of new Set(text.split('\n').map((each) => each.trim())))
      counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return new Set([...counts].filter(([line, count]) => line !== '' && count > pages.length / 2).map(([line]) => line));
}

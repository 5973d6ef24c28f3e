import type { FileSheet } from '../../ground/file-text.ts';
import { isKorean } from '../../quantities/korean.ts';
import { readingOf, type SheetReading, tableOfLines } from '../sheets/reading.ts';
import type { Passage } from './file-passages.ts';

/** Answers questions from the sheets of their files: tables with the asked cells, and what is computed from them. */

export interface SheetOfFile {
  file: Passage['file'];
  sheet: FileSheet;
}

/** Sheets that are quoted for one question. */
const quotedMost = 3;

/**
 * Reads all sheets for a question.
 * @returns the tables of those with the highest rank, and what was computed; undefined when no sheet has what is asked
 */
export function findInSheets(
  question: string,
  sheets: readonly SheetOfFile[],
): { passages: Passage[]; text?: string } | undefined {
  const all = sheets.flatMap(({ file, sheet }) => {
    const reading = readingOf(question, sheet.rows);
    return reading === undefined ? [] : [{ file, sheet, reading }];
  });
  const rank = Math.max(...all.map(({ reading }) => rankOf(reading)));
  const best = all.filter(({ reading }) => rankOf(reading) === rank);
  if (best.length === 0) return undefined;
  const quoted = best.slice(0, quotedMost);
  const passages = quoted.map(({ file, sheet, reading }) => passageOf(file, sheet, reading));
  const texts = quoted.flatMap(({ file, sheet, reading: { text } }) => {
    if (text === undefined) return [];
    const name = sheet.name === '' ? file.name : `${file.name}, ${sheet.name}`;
    return [quoted.length === 1 ? text : `${plain(name)}:\n${text}`];
  });
  if (texts.length > 0 && best.length > quoted.length) texts.push(moreText(best.length - quoted.length, question));
  return texts.length === 0 ? { passages } : { passages, text: texts.join('\n\n') };
}

/** Turns a passage of a sheet into a table, where the sheet has one with these lines. */
export function withTable(passage: Passage, sheets: readonly SheetOfFile[]): Passage {
  for (const { file, sheet } of sheets) {
    if (file.id !== passage.file.id || !String(passage.page).startsWith(prefixOf(sheet))) continue;
    const shown = tableOfLines(passage.text.split('\n'), sheet.rows);
    if (shown !== undefined) return { ...passageOf(file, sheet, shown), score: passage.score };
  }
  return passage;
}

/** Returns the rank of a reading: 2 for a value or a result, 1 for a row alone, 0 for a missing row. */
function rankOf({ text, isMissing }: SheetReading): number {
  if (isMissing === true) return 0;
  return text === undefined ? 1 : 2;
}

function passageOf(file: Passage['file'], sheet: FileSheet, { table, first, last }: SheetReading): Passage {
  return { file, page: `${prefixOf(sheet)}${first}:${last}`, text: table, score: 1, isTable: true };
}

function prefixOf({ name }: FileSheet): string {
  return name === '' ? '' : `${name}!`;
}

/** A name in an answer: nothing in it is Markdown. */
function plain(name: string): string {
  return name.replaceAll(/[*`[\]$\\<>|]/g, ' ');
}

function moreText(count: number, question: string): string {
  if (isKorean(question)) return `값이 있는 시트가 ${count}개 더 있습니다.`;
  return count === 1 ? 'One more sheet has a value for this.' : `${count} more sheets have a value for this.`;
}

import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import { type NumberFormat, numberFormat } from './number-formats.ts';
import { Unreadable } from './unreadable.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** Returns the format of each style of cells, by index. @param part undefined for a file without styles */
export async function stylesOf(parts: ZipParts, part: string | undefined): Promise<NumberFormat[]> {
  if (part === undefined || !parts.has(part)) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isCells = false;
  await readXml(parts, part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      // A part of conditional formats has formats of its own, which no cell refers to.
      if (name === 'numFmt' && !codes.has(Number(numFmtId))) codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) {
        if (ids.length >= importLimits.styles) throw new Unreadable('tooLarge');
        ids.push(Number(numFmtId));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  const formats = new Map([...new Set(ids)].map((id) => [id, numberFormat(id, codes.get(id))] as const));
  return ids.map((id) => formats.get(id) ?? numberFormat(0));
}

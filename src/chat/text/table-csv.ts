import { richPiecesOf } from './rich-blocks.ts';
import type { Piece } from './marks.ts';

/** Converts the rows of a table to CSV (RFC 4180), without marks. */
export function tableCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => fieldOf(plainOf(richPiecesOf(cell)))).join(',')).join('\r\n');
}

function plainOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'pieces' in piece ? plainOf(piece.pieces) : piece.text;
    })
    .join('');
}

/** A spreadsheet would run a text that begins like a formula. A number with a sign, a unit or a range is none. */
const runs = /^(?:[=@\t\r＝＠＋－]|[+-](?![\d.,]+[^(|!=]*$))/u;

function fieldOf(text: string): string {
  const safe = runs.test(text) && text.length > 1 ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

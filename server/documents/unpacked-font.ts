import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** Sizes of a WOFF file in bytes: its header, a row of its directory; and the same of the font inside. */
const packed = { head: 44, row: 20 } as const;
const plain = { head: 12, row: 16 } as const;

/**
 * Reads a WOFF font as the TrueType font inside. The PDF package would inflate a whole table for each glyph, which takes
 * half a minute for a page of Korean.
 */
export function unpackedFont(file: string): Buffer {
  const woff = readFileSync(file);
  const count = woff.readUInt16BE(12);
  const rows = Array.from({ length: count }, (_, i) => packed.head + i * packed.row);
  const head = Buffer.alloc(plain.head + count * plain.row);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts = [head];
  let offset = head.length;
  rows.forEach((row, i) => {
    const [from, length, full] = [4, 8, 12].map((at) => woff.readUInt32BE(row + at)) as [number, number, number];
    const bytes = woff.subarray(from, from + length);
    const table = length < full ? inflateSync(bytes) : bytes;
    const entry = plain.head + i * plain.row;
    woff.copy(head, entry, row, row + 4);
    woff.copy(head, entry + 4, row + 16, row + 20);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(full, entry + 12);
    // Tables begin at multiples of four bytes.
    const padding = Buffer.alloc((4 - (full % 4)) % 4);
    parts.push(table, padding);
    offset += full + padding.length;
  });
  return Buffer.concat(parts);
}

import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Reduces the size of a PNG with a color palette. Screenshots have few colors that matter. */

interface Pixels {
  width: number;
  height: number;
  /** Three bytes per pixel. */
  rgb: Uint8Array;
}

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const maxColors = 256;

/**
 * Reduces a PNG to at most 256 colors.
 * @param png as Chromium writes it: 8 bits, RGB or RGBA, opaque, not interlaced
 */
export function withFewColors(png: Buffer): Buffer {
  const picture = decoded(png);
  const { palette, indexes } = paletteOf(picture);
  const rows = Buffer.alloc((picture.width + 1) * picture.height);
  for (let y = 0; y < picture.height; y++) {
    rows.set(indexes.subarray(y * picture.width, (y + 1) * picture.width), y * (picture.width + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(picture.width, 0);
  header.writeUInt32BE(picture.height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The most common colors are kept; every other color becomes the nearest of them. */
function paletteOf({ rgb }: Pixels): { palette: [number, number, number][]; indexes: Uint8Array } {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const color = colorAt(rgb, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  // Differences within a step of 8 are not visible. After 64 colors, each step gets at most one entry, so that a
  // gradient does not fill the palette.
  const commonest = [...counts].sort((a, b) => b[1] - a[1]);
  const palette: [number, number, number][] = [];
  const near = new Set<number>();
  for (const [color] of commonest) {
    if (palette.length === maxColors) break;
    const cell = color & 0xf8f8f8;
    if (palette.length >= 64 && near.has(cell)) continue;
    near.add(cell);
    palette.push([color >> 16, (color >> 8) & 255, color & 255]);
  }
  const nearest = new Map<number, number>();
  for (const color of counts.keys()) nearest.set(color, nearestIn(palette, color));
  const indexes = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < indexes.length; i++) indexes[i] = nearest.get(colorAt(rgb, i * 3)) ?? 0;
  return { palette, indexes };
}

function nearestIn(palette: [number, number, number][], color: number): number {
  let best = 0;
  let least = Infinity;
  palette.forEach(([r, g, b], at) => {
    const distance = (r - (color >> 16)) ** 2 + (g - ((color >> 8) & 255)) ** 2 + (b - (color & 255)) ** 2;
    if (distance < least) [best, least] = [at, distance];
  });
  return best;
}

function colorAt(rgb: Uint8Array, at: number): number {
  return ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, check]);
}

function decoded(png: Buffer): Pixels {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const lines = unfiltered(inflateSync(Buffer.concat(parts)), height, width * channels, channels);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(lines.subarray(i * channels, i * channels + 3), i * 3);
  return { width, height, rgb };
}

/** Reverses PNG filtering: the first byte of a line names the filter that predicted its bytes from their neighbors. */
function unfiltered(data: Buffer, height: number, stride: number, step: number): Uint8Array {
  const out = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < step ? 0 : (out[at - step] ?? 0);
      const up = y === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = y === 0 || x < step ? 0 : (out[at - stride - step] ?? 0);
      out[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + predictedByte(filter, left, up, corner);
    }
  }
  return out;
}

function predictedByte(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 4) {
    const guess = left + up - corner;
    const [dl, du, dc] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
    return dl <= du && dl <= dc ? left : du <= dc ? up : corner;
  }
  return 0;
}

import { deflateSync } from 'node:zlib';
import { chunk, pictures } from '../files/sample-files.ts';

/**
 * Complete pictures of 300 x 200 that a browser can draw, and variants with a smaller size in a place where a parser
 * may mistake it for theirs.
 */

const [width, height] = [300, 200];
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (value: number): number[] => [value >> 8, value & 255];

/** A JPEG segment with its length. */
function part(mark: number, ...data: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(data.map((each) => Buffer.from(each)));
  return Buffer.concat([bytes(0xff, mark, ...u16(body.length + 2)), body]);
}

const start = bytes(0xff, 0xd8);
/** The header of a gray frame; the marker gives the kind of frame. */
const frame = (mark: number, wide: number, high: number): Buffer =>
  part(mark, [8, ...u16(high), ...u16(wide), 1, 1, 0x11, 0]);
const tables = part(0xdb, [0], Buffer.alloc(64, 1));
const oneCode = [1, ...Array<number>(15).fill(0), 0];
const codes = Buffer.concat([part(0xc4, [0x00], oneCode), part(0xc4, [0x10], oneCode)]);
/** All blocks are gray: two bits each, or one in the first pass of a progressive frame. */
const scan = (last: number): Buffer =>
  Buffer.concat([part(0xda, [1, 1, 0, 0, last, 0]), Buffer.alloc(300), bytes(0xff, 0xd9)]);
const rest = Buffer.concat([tables, frame(0xc0, width, height), codes, scan(63)]);
const small = frame(0xc0, 10, 10);

/** A marker without a length. A parser that reads one skips 0xfffe bytes, to a small frame inside a comment. */
function jumpedOver(mark: number): Buffer {
  const first = part(0xfe, Buffer.alloc(60_000 - 2));
  const until = 2 + 2 + 0xfffe - (4 + first.length + 4);
  return Buffer.concat([
    start,
    bytes(0xff, mark),
    first,
    part(0xfe, Buffer.alloc(until), small, Buffer.alloc(50)),
    rest,
  ]);
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
function pngPart(name: string, data: Buffer): Buffer {
  return chunk(Buffer.concat([Buffer.from(name, 'latin1'), data]));
}
function pngHeader(wide: number, high: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(wide, 0);
  data.writeUInt32BE(high, 4);
  data.set([8, 0, 0, 0, 0], 8);
  return data;
}
const pixels = deflateSync(Buffer.alloc((width + 1) * height));
const pngRest = Buffer.concat([pngPart('IDAT', pixels), pngPart('IEND', Buffer.alloc(0))]);
const pngBig = pngPart('IHDR', pngHeader(width, height));
const pngSmall = pngPart('IHDR', pngHeader(10, 10));
const pngControl = (wide: number, high: number, sequence: number): Buffer => {
  const data = Buffer.alloc(26);
  data.writeUInt32BE(sequence, 0);
  data.writeUInt32BE(wide, 4);
  data.writeUInt32BE(high, 8);
  data.writeUInt16BE(1, 20);
  return pngPart('fcTL', data);
};

/** A bitmap with 24 bits per pixel. */
function bitmap(compression: number, content: Buffer, wide = width, high = height): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(54 + content.length, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(wide, 18);
  head.writeInt32LE(high, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(compression === 0 ? 24 : 0, 28);
  head.writeUInt32LE(compression, 30);
  head.writeUInt32LE(content.length, 34);
  return Buffer.concat([head, content]);
}
const rows = Buffer.alloc(width * 3 * height);

/** A GIF with a single frame of this size on a canvas of that size. */
function gif(canvas: [number, number], [wide, high]: [number, number]): Buffer {
  const file = pictures.gif(...canvas);
  const at = file.indexOf('2c0000', 19, 'hex');
  file.writeUInt16LE(wide, at + 5);
  file.writeUInt16LE(high, at + 7);
  return file;
}

function riff(...chunks: [name: string, data: Buffer][]): Buffer {
  const body = chunks.map(([name, data]) => {
    const head = Buffer.alloc(8);
    head.write(name, 0, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const size = body.reduce((sum, each) => sum + each.length, 4);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, ...body]);
}
const canvas = (wide: number, high: number, flags = 0): Buffer => {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(wide - 1, 4, 3);
  data.writeUIntLE(high - 1, 7, 3);
  return data;
};
/** A black image, encoded by Chromium. */
const lossy = Buffer.from(
  'cBAAnQEqLAHIAD9xuNlltK8rpyAoApAuCWlu4XaxG0AJ7APfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ych77ZOQ99snIe+2TkPfbJyHvtk5D32ycKAA/v9aPAAAAAAAAAAAAA==',
  'base64',
);
const lossless = Buffer.from('LyvBMQAHEBH9D0RE/wM=', 'base64');
const smallLossy = Buffer.from(lossy);
smallLossy.writeUInt16LE(10, 6);
smallLossy.writeUInt16LE(10, 8);
/** A frame of an animation: position, size and duration. */
function moving(wide: number, high: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(wide - 1, 6, 3);
  head.writeUIntLE(high - 1, 9, 3);
  head.writeUIntLE(100, 12, 3);
  return Buffer.concat([head, riff(['VP8L', lossless]).subarray(12)]);
}
const plays = Buffer.alloc(6);

/** Complete pictures as programs write them. */
export const drawnPictures: Record<string, Buffer> = {
  'a jpeg': Buffer.concat([start, rest]),
  'a progressive jpeg': Buffer.concat([start, tables, frame(0xc2, width, height), codes, scan(0)]),
  'a jpeg with bytes that fill': Buffer.concat([start, bytes(0xff, 0xff, 0xff), rest]),
  'a jpeg with a small one inside a part of an application': Buffer.concat([
    start,
    part(0xe1, Buffer.from('Exif\0\0', 'latin1'), Buffer.concat([start, small, scan(63)])),
    rest,
  ]),
  'a jpeg with a comment and an interval of restarts': Buffer.concat([
    start,
    part(0xfe, Buffer.from('hello')),
    part(0xdd, [0, 0]),
    rest,
  ]),
  'a png': Buffer.concat([pngStart, pngBig, pngRest]),
  'a png that moves': Buffer.concat([
    pngStart,
    pngBig,
    pngPart('acTL', bytes(0, 0, 0, 1, 0, 0, 0, 0)),
    pngControl(width, height, 0),
    pngRest,
  ]),
  'a gif': gif([width, height], [width, height]),
  'a bmp': bitmap(0, rows),
  'a bmp from top to bottom': bitmap(0, rows, width, -height),
  'a lossy webp': riff(['VP8 ', lossy]),
  'a lossless webp': riff(['VP8L', lossless]),
  'a webp with a canvas': riff(['VP8X', canvas(width, height)], ['VP8 ', lossy]),
  'a webp that moves': riff(['VP8X', canvas(width, height, 2)], ['ANIM', plays], ['ANMF', moving(width, height)]),
};

/**
 * Pictures that no program writes: markers without a length, and sizes in irrelevant places or contradicting each
 * other.
 */
export const fooledPictures: Record<string, Buffer> = {
  ...Object.fromEntries(
    [0x00, 0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xdc, 0xde, 0xf0].map((mark) => [
      `a jpeg with the mark ${mark.toString(16)} before its frame`,
      jumpedOver(mark),
    ]),
  ),
  'a jpeg with a small frame before its own': Buffer.concat([start, small, rest]),
  'a jpeg with a small frame after its own': Buffer.concat([
    start,
    rest.subarray(0, -scan(63).length),
    small,
    scan(63),
  ]),
  'a jpeg with a small frame of an unknown kind': Buffer.concat([start, frame(0xc8, 10, 10), rest]),
  'a jpeg with a small lossless frame': Buffer.concat([start, frame(0xc3, 10, 10), rest]),
  'a jpeg whose height comes after its lines': Buffer.concat([
    start,
    tables,
    frame(0xc0, width, 0),
    codes,
    scan(63).subarray(0, -2),
    part(0xdc, u16(height)),
    bytes(0xff, 0xd9),
  ]),
  'a jpeg with bytes between its parts': Buffer.concat([start, bytes(0, 1, 2), rest]),
  'a jpeg with a part of length 0': Buffer.concat([start, bytes(0xff, 0xfe, 0, 0), small, rest]),
  'a jpeg with a part of length 1': Buffer.concat([start, bytes(0xff, 0xfe, 0, 1), small, rest]),
  'a jpeg with a small jpeg before it': Buffer.concat([start, tables, small, codes, scan(63), start, rest]),
  'a jpeg that is cut': Buffer.concat([start, rest]).subarray(0, -200),
  'a png with an unknown part before its header': Buffer.concat([
    pngStart,
    pngPart('zzZz', pngHeader(10, 10)),
    pngBig,
    pngRest,
  ]),
  'a png with two headers': Buffer.concat([pngStart, pngSmall, pngBig, pngRest]),
  'a png whose default picture is larger than its header says': Buffer.concat([
    pngStart,
    pngSmall,
    pngPart('acTL', bytes(0, 0, 0, 1, 0, 0, 0, 0)),
    pngControl(width, height, 0),
    pngRest,
  ]),
  'a png that is cut': Buffer.concat([pngStart, pngBig, pngRest]).subarray(0, 60),
  'a gif whose frame is larger than its canvas': gif([10, 10], [width, height]),
  'a gif without a canvas': gif([0, 0], [width, height]),
  'a gif after bytes that are nothing': Buffer.concat([
    pictures.gif(10, 10).subarray(0, 19),
    bytes(0),
    gif([10, 10], [width, height]).subarray(19),
  ]),
  'a bmp that holds a jpeg': bitmap(4, Buffer.concat([start, rest]), 10, 10),
  'a bmp that holds a png': bitmap(5, Buffer.concat([pngStart, pngBig, pngRest]), 10, 10),
  'a bmp of a negative width': bitmap(0, rows, -width, height),
  'a lossy webp whose canvas is smaller': riff(['VP8X', canvas(10, 10)], ['VP8 ', lossy]),
  'a lossless webp whose canvas is smaller': riff(['VP8X', canvas(10, 10)], ['VP8L', lossless]),
  'a webp whose frame is larger than its canvas': riff(
    ['VP8X', canvas(10, 10, 2)],
    ['ANIM', plays],
    ['ANMF', moving(width, height)],
  ),
  'a webp with two canvases': riff(['VP8X', canvas(10, 10)], ['VP8X', canvas(width, height)], ['VP8 ', lossy]),
  'a webp with a small picture before its own': riff(['VP8 ', smallLossy], ['VP8 ', lossy]),
  'a webp with an unknown chunk before its own': riff(['zzzz', smallLossy], ['VP8 ', lossy]),
};

/**
 * A picture with more than `picturePixels` is refused. One with more than `drawnPixels`, or with more than
 * `drawnPixelsOfFrames` in all frames of an animation, is stored but not displayed.
 */
const picturePixels = 100_000_000;
const drawnPixels = 32_000_000;
const drawnPixelsOfFrames = 500_000_000;

/** Size at which a picture is drawn, read from the headers in its file. No image data is decompressed. */

export interface PictureSize {
  width: number;
  height: number;
  /** 1 for a still picture. */
  frames: number;
}

/**
 * Most parts of a file that are looked at, so that a small file costs little. No camera or program writes as many: a
 * photograph has some hundred segments, a picture of 50 MB some thousand chunks. A GIF has two blocks for each frame,
 * and its data are in blocks of 255 bytes.
 */
const most = { parts: 10_000, gifBlocks: 40_000, gifDataBlocks: 500_000 } as const;

/** Thrown after the last part that is looked at. */
class TooManyParts extends Error {}

/** A picture whose size could follow after the last part that is looked at. It counts as too large. */
const anySize: PictureSize = { width: Infinity, height: Infinity, frames: Infinity };

/**
 * Reads a picture's size.
 * @returns undefined for anything but a PNG, JPEG, GIF, WebP or BMP that states its size; infinite frames, or also an
 * infinite size, for one with more parts than are looked at
 */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | undefined {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = kinds.find(({ signature }) => signature.every((byte, i) => byte === null || bytes[i] === byte));
  try {
    const size = kind?.read(file);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // The bytes end before the size.
    if (error instanceof RangeError) return undefined;
    if (error instanceof TooManyParts) return anySize;
    throw error;
  }
}

/** Whether a file is known to be a picture with more pixels than are accepted, or may be one with any number of them. */
export function isPictureTooLarge(bytes: Uint8Array): boolean {
  const size = pictureSizeOf(bytes);
  return size !== undefined && size.width * size.height > picturePixels;
}

/** Whether the size of a picture is not known because it has more parts than are looked at. */
export function hasTooManyParts(bytes: Uint8Array): boolean {
  return pictureSizeOf(bytes) === anySize;
}

/** Whether a browser may draw the picture. Only pictures known to be small enough are drawn. */
export function isDrawable(bytes: Uint8Array): boolean {
  const size = pictureSizeOf(bytes);
  if (size === undefined) return false;
  const pixels = size.width * size.height;
  return pixels <= drawnPixels && pixels * size.frames <= drawnPixelsOfFrames;
}

const text = (letters: string): number[] => Array.from(letters, (letter) => letter.charCodeAt(0));

const kinds: { signature: (number | null)[]; read: (file: DataView) => PictureSize | undefined }[] = [
  { signature: [0x89, ...text('PNG'), 13, 10, 26, 10], read: pngSize },
  { signature: [0xff, 0xd8], read: jpegSize },
  { signature: text('GIF8'), read: gifSize },
  { signature: text('BM'), read: bmpSize },
  { signature: [...text('RIFF'), null, null, null, null, ...text('WEBP')], read: webpSize },
];

/** Counts parts of a file. @returns a function that throws TooManyParts after the last one that is looked at */
function countTo(count: number): () => void {
  let left = count;
  return () => {
    if (left-- === 0) throw new TooManyParts();
  };
}

/** Reads the four-character name of a chunk. */
function name(file: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => file.getUint8(at + i)));
}

function pngSize(file: DataView): PictureSize | undefined {
  // Some decoders skip an unknown chunk before the header; they would then use another size than the one read here.
  if (file.getUint32(8) !== 13 || name(file, 12) !== 'IHDR') return undefined;
  // Chunks behind the last one that is looked at could be frames; the size stands in the header.
  const size = { width: file.getUint32(16), height: file.getUint32(20) };
  let announced = 1;
  let found = 0;
  let chunks = 0;
  for (let at = 33; at + 8 <= file.byteLength; at += 12 + file.getUint32(at)) {
    if (++chunks > most.parts) return { ...size, frames: Infinity };
    const chunk = name(file, at + 4);
    if (chunk === 'acTL') announced = Math.max(announced, file.getUint32(at + 8));
    else if (chunk === 'fcTL') found++;
  }
  return { ...size, frames: Math.max(announced, found) };
}

/**
 * JPEG segments that may precede the scan, each with a length: tables, application data, comments, the restart
 * interval. Decoders differ in how they skip markers without a length (00, 01, d0 to d8 in hex) and bytes between segments.
 */
const mayPrecedeScan = (marker: number): boolean =>
  marker === 0xc4 ||
  marker === 0xcc ||
  marker === 0xdb ||
  marker === 0xdd ||
  marker === 0xfe ||
  (marker >= 0xe0 && marker <= 0xef);

/** @returns undefined if anything else precedes the scan, or two frame headers: which one is drawn varies by decoder */
function jpegSize(file: DataView): PictureSize | undefined {
  let size: PictureSize | undefined;
  const count = countTo(most.parts);
  for (let at = 2; ; at += 2 + file.getUint16(at + 2)) {
    // Any number of 0xff fill bytes may precede a marker.
    for (; file.getUint8(at) === 0xff && file.getUint8(at + 1) === 0xff; at++) count();
    count();
    const marker = file.getUint8(at + 1);
    if (file.getUint8(at) !== 0xff) return undefined;
    if (marker === 0xda) return size;
    if (mayPrecedeScan(marker)) continue;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8;
    if (!isFrame || size !== undefined) return undefined;
    size = { width: file.getUint16(at + 7), height: file.getUint16(at + 5), frames: 1 };
  }
}

/** Size of a color table in bytes. */
function table(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** A frame that extends beyond the picture enlarges the picture. */
function gifSize(file: DataView): PictureSize {
  const size = { width: file.getUint16(6, true), height: file.getUint16(8, true), frames: 0 };
  const count = countTo(most.gifBlocks);
  const countData = countTo(most.gifDataBlocks);
  const afterBlocks = (from: number): number => {
    let at = from;
    for (; at < file.byteLength && file.getUint8(at) !== 0; at += 1 + file.getUint8(at)) countData();
    return at + 1;
  };
  let at = 13 + table(file.getUint8(10));
  while (at + 10 <= file.byteLength) {
    count();
    const kind = file.getUint8(at);
    if (kind === 0x21) at = afterBlocks(at + 2);
    else if (kind === 0x2c) {
      size.frames++;
      size.width = Math.max(size.width, file.getUint16(at + 1, true) + file.getUint16(at + 5, true));
      size.height = Math.max(size.height, file.getUint16(at + 3, true) + file.getUint16(at + 7, true));
      at = afterBlocks(at + 11 + table(file.getUint8(at + 9)));
    } else break;
  }
  return { ...size, frames: Math.max(1, size.frames) };
}

/** Size of a BITMAPCOREHEADER, the only BMP header with 16-bit dimensions. */
const coreHeaderBytes = 12;

function bmpSize(file: DataView): PictureSize | undefined {
  if (file.getUint32(14, true) === coreHeaderBytes) {
    return { width: file.getUint16(18, true), height: file.getUint16(20, true), frames: 1 };
  }
  // It embeds a whole JPEG or PNG, which has its own size.
  if (file.getUint32(14, true) >= 40 && [4, 5].includes(file.getUint32(30, true))) return undefined;
  return { width: Math.abs(file.getInt32(18, true)), height: Math.abs(file.getInt32(22, true)), frames: 1 };
}

function webpSize(file: DataView): PictureSize | undefined {
  const kind = name(file, 12);
  if (kind === 'VP8 ') {
    return { width: file.getUint16(26, true) & 0x3fff, height: file.getUint16(28, true) & 0x3fff, frames: 1 };
  }
  if (kind === 'VP8L') {
    const bits = file.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, frames: 1 };
  }
  if (kind !== 'VP8X') return undefined;
  const uint24 = (at: number): number => file.getUint16(at, true) + file.getUint8(at + 2) * 0x10000;
  const size = { width: uint24(24) + 1, height: uint24(27) + 1 };
  let frames = 0;
  let chunks = 0;
  for (let at = 12; at + 8 <= file.byteLength;) {
    if (++chunks > most.parts) return { ...size, frames: Infinity };
    if (name(file, at) === 'ANMF') frames++;
    const length = file.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return { ...size, frames: Math.max(1, frames) };
}

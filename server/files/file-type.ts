import { fileTypeFromBuffer } from 'file-type';
import { Unreadable } from '../file-text/unreadable.ts';
import { type ForbiddenPart, forbiddenPartOf } from './office-parts.ts';
import { slicesOf } from './slices.ts';

/** Types that `file-type` reports under another name than ours. */
const sameAs: Record<string, string> = {
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/x-ms-bmp': 'image/bmp',
  'image/apng': 'image/png',
};

const markup = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed)[\s>/]/i;
/** PK 5 6: the end of a zip's central directory. */
const zipEnd = Buffer.of(0x50, 0x4b, 5, 6);

/**
 * Checks that the bytes match the type that the name stands for: its magic bytes, for Office files the container's own
 * content type and only harmless parts, and no second file hidden in the first. A table of values is plain text, too.
 * @param expected undefined when the name stands for no accepted type
 * @returns the content type to store, or undefined when the file is not accepted
 */
export async function typeOfFile(expected: string | undefined, bytes: Uint8Array): Promise<string | undefined> {
  if (expected === undefined) return undefined;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (expected.startsWith('text/')) return (await isPlainText(view)) ? expected : undefined;
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined || (sameAs[found.mime] ?? found.mime) !== expected) return undefined;
  if (!isOffice(expected)) return hidesAnotherFile(expected, view) ? undefined : expected;
  return (await hidesMacros(view)) || (await forbiddenPart(expected, view)) !== undefined ? undefined : expected;
}

/** Bytes that no text has: control characters other than tab, line feed, form feed and carriage return. */
const controls = Array.from({ length: 0x20 }, (_, i) => i).filter((byte) => ![0x09, 0x0a, 0x0c, 0x0d].includes(byte));

/**
 * Whether bytes are text, in UTF-8 or in the encoding of a language as Excel writes it, and no page. Its first
 * characters may look like the mark of another type, such as BM for an image: those have control characters.
 */
async function isPlainText(bytes: Buffer): Promise<boolean> {
  if (markup.test(bytes.subarray(0, 4096).toString('latin1'))) return false;
  for await (const slice of slicesOf(bytes)) if (controls.some((byte) => slice.includes(byte))) return false;
  return true;
}

function isOffice(type: string): boolean {
  return type.includes('openxmlformats');
}

/** Problem of a file that has more parts, or larger ones, than are looked at. Devices have a text for it. */
export const tooManyParts = 'too many parts';

/** Returns what a file contains that none of its type may; undefined for a file of another type. */
export async function forbiddenPart(expected: string | undefined, bytes: Buffer): Promise<ForbiddenPart | undefined> {
  if (expected === undefined || !isOffice(expected)) return undefined;
  return await forbiddenPartOf(bytes).catch((error: unknown) => {
    const isTooLarge = error instanceof Unreadable && error.problem === 'tooLarge';
    return { part: '', what: isTooLarge ? tooManyParts : 'damaged parts' };
  });
}

/** Whether a zip has a macro project beside the parts that its directory lists. Names in a zip are plain text. */
async function hidesMacros(bytes: Buffer): Promise<boolean> {
  // A name may begin in one slice and end in the next.
  for await (const slice of slicesOf(bytes, 'vbaproject.bin'.length))
    if (/vbaproject\.bin|vbadata\.xml|macrosheets\//i.test(slice.toString('latin1'))) return true;
  return false;
}

/** Whether an image is also HTML, or any file also a zip. PDFs may contain markup in their text. */
function hidesAnotherFile(type: string, bytes: Buffer): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - 66_000));
  if (tail.includes(zipEnd)) return true;
  const head = bytes.subarray(0, 4096).toString('latin1');
  return type.startsWith('image/') && (markup.test(head) || markup.test(tail.toString('latin1')));
}

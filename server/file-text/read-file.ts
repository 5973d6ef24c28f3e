import type { FileSheet, FileText, TextPage } from '#domain/ground/file-text.ts';
import { readDocx } from './docx.ts';
import { readPdf } from './pdf.ts';
import { readCsvFile, readPlainText } from './plain.ts';
import { readPptx } from './pptx.ts';
import { Unreadable } from './unreadable.ts';
import { readXlsx } from './xlsx.ts';
import { ZipParts } from './zip-parts.ts';
import { MB } from '#domain/ground/units.ts';

export const fileTextBytes = 20 * MB;

const office = 'application/vnd.openxmlformats-officedocument';

interface FileContent {
  pages: TextPage[];
  sheets?: FileSheet[];
}

/** Readers of the text, by type of file. */
const readers: Readonly<Record<string, (bytes: Buffer) => Promise<FileContent> | FileContent>> = {
  'text/csv': readCsvFile,
  'text/plain': readPlainText,
  'application/pdf': async (bytes) => ({ pages: await readPdf(bytes) }),
  [`${office}.wordprocessingml.document`]: async (bytes) => ({ pages: await readDocx(await partsOf(bytes)) }),
  [`${office}.spreadsheetml.sheet`]: async (bytes) => readXlsx(await partsOf(bytes)),
  [`${office}.presentationml.presentation`]: async (bytes) => ({ pages: await readPptx(await partsOf(bytes)) }),
};

/**
 * Reads the text of a file. It runs in a thread of its own process, because the file may be hostile: see
 * `run-reader.ts`.
 * @param type content type, as stored
 */
export async function readFile(bytes: Buffer, type: string): Promise<FileText> {
  try {
    if (type.startsWith('image/')) throw new Unreadable('image');
    const reader = readers[type];
    if (reader === undefined) throw new Unreadable('unsupported');
    if (bytes.length > fileTextBytes) throw new Unreadable('tooLarge');
    return await reader(bytes);
  } catch (error) {
    // Whatever else the libraries throw is about these bytes.
    return { problem: error instanceof Unreadable ? error.problem : 'broken' };
  }
}

/** The first bytes of an OLE container. Office encrypts a file by putting it into one. */
const oleStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function partsOf(bytes: Buffer): Promise<ZipParts> {
  if (bytes.subarray(0, oleStart.length).equals(oleStart)) throw new Unreadable('encrypted');
  return await ZipParts.open(bytes);
}

import { getDocumentProxy } from 'unpdf';
import type { TextPage } from '#domain/ground/file-text.ts';
import { fileTextPages, TextPages } from './pages.ts';
import { Unreadable } from './unreadable.ts';

/** Reads the text of a PDF. Scripts, forms, images, fonts and links of the file are not used. */
export async function readPdf(bytes: Uint8Array): Promise<TextPage[]> {
  const document = await opened(bytes);
  if (document.numPages > fileTextPages) throw new Unreadable('tooLong');
  const pages = new TextPages();
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n);
    const { items } = await page.getTextContent();
    pages.add(n, items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    page.cleanup();
  }
  return pages.done();
}

function opened(bytes: Uint8Array): ReturnType<typeof getDocumentProxy> {
  // pdf.js refuses a Buffer.
  const settings = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 };
  return getDocumentProxy(new Uint8Array(bytes), settings).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken');
  });
}

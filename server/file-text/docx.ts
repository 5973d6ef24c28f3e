import type { TextPage } from '#domain/ground/file-text.ts';
import { TextPages } from './pages.ts';
import { Paragraphs } from './paragraphs.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

/**
 * Reads the text of a Word file. Its pages are those that Word displayed when it was saved, or that its author began;
 * a file without either is one page. Deleted text, comments, fields and links are left out.
 */
export async function readDocx(parts: ZipParts): Promise<TextPage[]> {
  const pages = new TextPages();
  let page = 1;
  const paragraphs: Paragraphs = new Paragraphs(() => {
    const text = paragraphs.take();
    // A break that the author set and the one that Word displayed there are one.
    if (text.trim() !== '') pages.add(page++, text);
  });
  await readXml(parts, 'word/document.xml', paragraphs);
  pages.add(page, paragraphs.take());
  return pages.done();
}

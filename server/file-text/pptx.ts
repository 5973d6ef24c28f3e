import type { TextPage } from '#domain/ground/file-text.ts';
import { TextPages } from './pages.ts';
import { Paragraphs } from './paragraphs.ts';
import { readXml, relationsFrom } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

const presentation = 'ppt/presentation.xml';

/** Reads the text of the slides of a PowerPoint file, in the order in which they are shown. */
export async function readPptx(parts: ZipParts): Promise<TextPage[]> {
  const relations = await relationsFrom(parts, presentation);
  const slides: string[] = [];
  await readXml(parts, presentation, {
    open(name, { 'r:id': id }) {
      // The list of a section names the slides again, without a relationship.
      if (name === 'sldId' && id !== undefined) slides.push(relations.get(id) ?? '');
    },
  });
  const pages = new TextPages();
  for (const [at, slide] of slides.entries()) {
    const paragraphs = new Paragraphs();
    await readXml(parts, slide, paragraphs);
    pages.add(at + 1, paragraphs.take());
  }
  return pages.done();
}

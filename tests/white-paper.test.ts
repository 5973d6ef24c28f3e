import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paperPdf, type Paper } from '../scripts/white-paper.ts';
import { paperLayoutOf, paperPath, type PaperLayout } from '../src/shell/public/online/paper-layout.ts';

const shown = join(import.meta.dirname, '..', 'public');
const { whitePaper }: { whitePaper: Paper } = JSON.parse(
  readFileSync(join(shown, 'locales', 'en', 'public.json'), 'utf8'),
);
const layouts = ['mobile', 'tablet', 'desktop'] satisfies PaperLayout[];

test.each(layouts)('the PDF for %s has the text of the page (if not: node scripts/white-paper.ts)', async (layout) => {
  const kept = readFileSync(join(shown, paperPath(layout)));
  expect(kept.equals(await paperPdf(whitePaper, layout))).toBe(true);
});

test('each layout has pages of its own width', () => {
  const widths = layouts.map((layout) => {
    const text = readFileSync(join(shown, paperPath(layout)), 'latin1');
    return Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(text)?.[1]);
  });
  expect(widths).toEqual([390, 768, 595.28]);
});

test('a window gets the layout for its width, the limits included', () => {
  const asked = [320, 420, 421, 1024, 1025, 1920].map(paperLayoutOf);
  expect(asked).toEqual(['mobile', 'mobile', 'tablet', 'tablet', 'desktop', 'desktop']);
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paperPath, type PaperLayout } from '../src/shell/public/online/paper-layout.ts';
import { type Paper, paperPdf } from './white-paper-pdf.ts';

/** `node scripts/white-paper.ts`: regenerates the PDFs of the white paper after its text has changed. */

const shown = join(import.meta.dirname, '..', 'public');
const { whitePaper }: { whitePaper: Paper } = JSON.parse(
  readFileSync(join(shown, 'locales', 'en', 'public.json'), 'utf8'),
);
mkdirSync(join(shown, 'pdf'), { recursive: true });
for (const layout of ['mobile', 'tablet', 'desktop'] satisfies PaperLayout[]) {
  const bytes = await paperPdf(whitePaper, layout);
  writeFileSync(join(shown, paperPath(layout)), bytes);
  console.log(`${paperPath(layout)} ${Math.round(bytes.length / 1024)} KB`);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launching } from '../tests/support/browser/shared-browser.ts';
import { ensureChromium } from './chromium.ts';

/** Renders the PNG icons from `public/icons/icon.svg`. Run by hand after the SVG has changed. */

const folder = join(import.meta.dirname, '..', 'public', 'icons');
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');

/**
 * A maskable icon may be cropped to a circle of 80 %, so its mark is smaller and its background fills the square. A
 * badge is the mark alone.
 */
const pictures = [
  { file: 'icon-192.png', size: 192, shape: 'any' },
  { file: 'icon-512.png', size: 512, shape: 'any' },
  { file: 'maskable-192.png', size: 192, shape: 'full' },
  { file: 'maskable-512.png', size: 512, shape: 'full' },
  { file: 'apple-touch-icon.png', size: 180, shape: 'full' },
  { file: 'badge-96.png', size: 96, shape: 'mark' },
] as const;

const styles = {
  any: '',
  full: '#ground{rx:0}#mark{transform:translate(51px,51px) scale(.8)}',
  mark: '#ground{display:none}',
};

const browser = await chromium.launch({ executablePath: ensureChromium(), ...launching });
try {
  for (const { file, size, shape } of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}${styles[shape]}</style>${svg}`,
    );
    writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }));
    await page.close();
    console.log(file);
  }
} finally {
  await browser.close();
}

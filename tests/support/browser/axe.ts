import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { desktop, phone } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const smallest = { width: 320, height: 700 };

/**
 * Returns the problems of the current page: those axe finds at the widest and narrowest window, and elements wider than
 * the window at all widths. Afterwards the window has the size it had before.
 */
export async function problemsHere(
  page: Page,
  name: string,
  themes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<string[]> {
  const problems: string[] = [];
  const before = page.viewportSize() ?? desktop;
  // Injected through the debugger protocol, because the page's content security policy allows no other script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const viewport of [desktop, smallest]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(violations, tags);
      problems.push(...found.map((each) => `${name}, ${viewport.width} px, ${colorScheme}: ${each}`));
    }
  }
  problems.push(...(await widthProblemsHere(page, name)));
  await page.setViewportSize(before);
  return problems;
}

/** Returns the elements wider than the window, at all widths. Afterwards the window has the size it had before. */
export async function widthProblemsHere(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  const before = page.viewportSize() ?? desktop;
  for (const viewport of [desktop, phone, smallest]) {
    await page.setViewportSize(viewport);
    problems.push(...(await tooWide(page, name)));
  }
  await page.setViewportSize(before);
  return problems;
}

interface AxeResult {
  passes: unknown[];
  violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[];
}

declare global {
  interface Window {
    axe: { run(on: Document, options: object): Promise<AxeResult> };
  }
}

/** Runs in the page. */
async function violations(tagsToRun: string[]): Promise<string[]> {
  const { passes, violations: found } = await window.axe.run(document, { runOnly: tagsToRun });
  if (passes.length < 5) return ['axe did not look'];
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, any }) => `${id}: ${html.slice(0, 160)} (${any[0]?.message ?? ''})`),
  );
}

/**
 * Checks that the page and its main parts scroll only vertically. Parts that fold where they have too little room do so
 * in a frame after the window has its new size; so what is too wide for 30 frames counts.
 */
async function tooWide(page: Page, name: string): Promise<string[]> {
  const parts = await page.evaluate(async () => {
    for (let frame = 0; ; frame++) {
      const wide = [document.documentElement, ...document.querySelectorAll('main, [role="log"], [role="dialog"]')]
        .map((part) => ({ part: part.tagName.toLowerCase(), content: part.scrollWidth, room: part.clientWidth }))
        .filter(({ content, room }) => content > room);
      if (wide.length === 0 || frame === 30) return wide;
      await new Promise(requestAnimationFrame);
    }
  });
  return parts.map(
    ({ part, content, room }) =>
      `${name}, ${page.viewportSize()?.width} px: ${part} needs ${content} px and has ${room} px`,
  );
}

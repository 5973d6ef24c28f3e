import { remember, remembered } from '../../net/remembered.ts';

/** The choice of light or dark; `system` follows the device. Kept on this device only. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'vfp.theme';

/** The remembered choice. */
export function rememberedTheme(): Theme {
  const stored = remembered(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Shows the page in this theme, and the browser's own bars with it. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const ground = getComputedStyle(root).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    if (theme !== 'system') meta.content = ground;
  }
}

/** Remembers the choice and applies it. */
export function chooseTheme(theme: Theme): void {
  remember(key, theme === 'system' ? null : theme);
  applyTheme(theme);
}

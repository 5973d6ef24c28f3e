import { setPreference, preference } from '../../net/preferences.ts';

/** The user's choice of theme; `system` follows the device. Stored on this device only. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'vfp.theme';

/** Returns the stored theme; `system` where there is none. */
export function rememberedTheme(): Theme {
  const stored = preference(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies the theme to the page and to the browser's bars; `system` restores the two bar colors of index.html. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const ground = getComputedStyle(root).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset['system'] ??= meta.content;
    meta.content = theme === 'system' ? meta.dataset['system'] : ground;
  }
}

/** Stores the theme and applies it. */
export function chooseTheme(theme: Theme): void {
  setPreference(key, theme === 'system' ? null : theme);
  applyTheme(theme);
}

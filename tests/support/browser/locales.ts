import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of the interface in `public/locales`. */

const folder = join(import.meta.dirname, '..', '..', '..', 'public', 'locales');

export function languageFolders(): string[] {
  return readdirSync(folder).sort();
}

export function namespacesOf(language: string): string[] {
  return readdirSync(join(folder, language)).map((name) => name.replace(/\.json$/, ''));
}

/** Returns every text of a file by its path, such as `login.title` or `about.parts.0.text`. */
export function textsOf(language: string, namespace: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) walk(part, path === '' ? key : `${path}.${key}`);
  };
  walk(JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8')), '');
  return texts;
}

const plural = /_(zero|one|two|few|many|other)$/;

/** Returns the path of a text without its plural suffix. */
export function withoutPlural(path: string): string {
  return path.replace(plural, '');
}

export function isPlural(path: string): boolean {
  return plural.test(path);
}

/** Returns the placeholders of a text: `{{count}}`, and the tags of links. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^}]+\}\}|<\/?\d+>/g) ?? [])].sort();
}

import type { TFunction } from 'i18next';

/** A list of a locale file, such as the sections of a page: what lies under `key`, in the shape it has there. */
export function listOf<T>(t: TFunction<'public'>, key: string): T[] {
  const list: unknown = t(key, { returnObjects: true });
  return Array.isArray(list) ? (list as T[]) : [];
}

/** A heading with its paragraphs, and points where there are any. */
export interface TextSection {
  title: string;
  paragraphs: string[];
  list?: string[];
}

import type { TFunction } from 'i18next';

/** Returns a list of a locale file, such as the sections of a page; [] if there is none. Its shape is not checked. */
export function listOf<T>(t: TFunction<'public'>, key: string): T[] {
  const list: unknown = t(key, { returnObjects: true });
  return Array.isArray(list) ? (list as T[]) : [];
}

/** A heading with paragraphs and optional bullet points. */
export interface TextSection {
  title: string;
  paragraphs: string[];
  list?: string[];
}

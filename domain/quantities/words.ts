/** A text in the languages of answers. */
export interface BilingualText {
  en: string;
  ko: string;
}

/** Returns a text in both languages. */
export function words(en: string, ko: string): BilingualText {
  return { en, ko };
}

/** Returns a text in one of its languages. */
export function textIn({ en, ko }: BilingualText, isKorean: boolean): string {
  return isKorean ? ko : en;
}

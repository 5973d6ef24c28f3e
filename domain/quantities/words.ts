/** A text in the languages of answers. */
export interface Words {
  en: string;
  ko: string;
}

/** Returns a text in both languages. */
export function words(en: string, ko: string): Words {
  return { en, ko };
}

/** Returns a text in one of its languages. */
export function textIn({ en, ko }: Words, isKorean: boolean): string {
  return isKorean ? ko : en;
}

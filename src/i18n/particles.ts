import type { PostProcessorModule } from 'i18next';

/**
 * Chooses between the two forms of a Korean particle after a value: 은 after a consonant, 는 after a vowel. Texts have
 * both, as in “{{name}}”은(는), which stay after letters whose sound is not known, such as those of a foreign name.
 */
export const particles: PostProcessorModule = {
  type: 'postProcessor',
  name: 'particles',
  process: chooseParticles,
};

/** Each particle as texts have it, with its form after a consonant and after a vowel. */
const forms = new Map([
  ['은(는)', ['은', '는']],
  ['이(가)', ['이', '가']],
  ['을(를)', ['을', '를']],
  ['와(과)', ['과', '와']],
  ['(으)로', ['으로', '로']],
]);

const written = /([^\s”’"')\]])([”’"')\]]*)(은\(는\)|이\(가\)|을\(를\)|와\(과\)|\(으\)로)/gu;

/** Longest amount of money that is looked at. */
const amountChars = 24;

/** Returns the text with the form of each particle that fits what is before it. */
export function chooseParticles(text: string): string {
  if (!text.includes('(')) return text;
  return text.replace(written, (whole, last: string, quotes: string, particle: string, at: number) => {
    const end = currencyEnd(text.slice(Math.max(0, at - amountChars), at + 1)) ?? endOf(last);
    const [afterConsonant, afterVowel] = forms.get(particle) ?? [];
    if (end === undefined || afterConsonant === undefined || afterVowel === undefined) return whole;
    // 로 also follows ㄹ.
    const isVowel = end === 'vowel' || (end === 'ㄹ' && particle === '(으)로');
    return last + quotes + (isVowel ? afterVowel : afterConsonant);
  });
}

type End = 'consonant' | 'vowel' | 'ㄹ';

/** Returns how an amount of money ends as it is read: its currency is read last, as 유로, 달러 or 원. */
function currencyEnd(text: string): End | undefined {
  const currency = /([€$₩])[\d.,]+$/.exec(text)?.[1];
  return currency === undefined ? undefined : currency === '₩' ? 'consonant' : 'vowel';
}

/** Ends of the digits as they are read: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구. */
const digits = ['consonant', 'ㄹ', 'vowel', 'consonant', 'vowel', 'vowel', 'consonant', 'ㄹ', 'ㄹ', 'vowel'] as const;

/** Returns how a word ends by its last character; undefined where its sound is not known. */
function endOf(last: string): End | undefined {
  if (/^\d$/.test(last)) return digits[Number(last)];
  const syllable = last.charCodeAt(0) - 0xac00;
  if (syllable < 0 || syllable > 0xd7a3 - 0xac00) return undefined;
  const final = syllable % 28;
  return final === 0 ? 'vowel' : final === 8 ? 'ㄹ' : 'consonant';
}

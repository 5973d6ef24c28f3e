import { isKorean } from '../../../quantities/korean.ts';
import { anyDeed, deedIn, textOf } from './asked.ts';
import { cards } from './cards.ts';
import { isFire } from './fire.ts';
import { isHarm } from './harm.ts';
import { bucketsOf, learntKind } from './learnt.ts';
import { plainFor } from './plain.ts';

/**
 * Fixed text that replaces the assistant's answer when a user reports that a cell burns, is hot, damaged or swelling, or
 * asks for something dangerous. No search takes place then. The text is general; the site's own rules come first.
 */
export interface DangerCard {
  text: string;
  /** A cell burns, smokes, vents or leaks: then nothing else is shown, not even an entry with these very words. */
  isFire: boolean;
}

/** Returns the fixed text for a message about danger, in its language. @returns undefined for any other message */
export function dangerCard(text: string): DangerCard | undefined {
  return cardByRule(text) ?? cardByWords(text);
}

/** Returns the fixed text for a message that a rule recognizes: these know what burns, and which deed is meant. */
export function cardByRule(text: string): DangerCard | undefined {
  const language = languageOf(text);
  if (isFire(text)) return { text: cards.fire[language], isFire: true };
  const plain = plainFor(text);
  if (isHarm(plain)) return { text: cards.harm[language], isFire: false };
  const deed = deedIn(plain);
  return deed === undefined ? undefined : { text: textOf(deed, language), isFire: false };
}

/** Returns the fixed text for a message whose words are those of messages about danger. */
function cardByWords(text: string): DangerCard | undefined {
  const kind = learntKind(bucketsOf(plainFor(text)));
  if (kind === 'ordinary') return undefined;
  const language = languageOf(text);
  return { text: kind === 'report' ? cards.harm[language] : textOf(anyDeed, language), isFire: false };
}

function languageOf(text: string): 'ko' | 'en' {
  return isKorean(text) ? 'ko' : 'en';
}

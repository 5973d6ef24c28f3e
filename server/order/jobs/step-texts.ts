import { fallbackLanguage, languages } from '#domain/ground/languages.ts';
import en from './texts/order-steps-en.json' with { type: 'json' };
import ko from './texts/order-steps-ko.json' with { type: 'json' };

/** Texts of an e-mail about a step of an order. */
export interface StepText {
  /** Description of the step; also in the subject. */
  step: string;
  /** Next action of the customer; empty where there is nothing to do. */
  next: string;
}

const texts: Record<(typeof languages)[number]['code'], Record<string, StepText>> = { en, ko };

/** Returns the text about an event of the state machine, in the reader's language or in English. */
export function stepTextOf(event: string, language: string): StepText | undefined {
  const lang = languages.find(({ code }) => code === language)?.code ?? fallbackLanguage;
  return texts[lang][event];
}

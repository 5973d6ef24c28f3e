import { useSyncExternalStore } from 'react';
import { storedConsent } from '../../net/stored-consent.ts';

/**
 * Whether the question about cookies is on the page.
 *
 *   closed ──nobody has chosen──> asking ──"manage preferences"──> choosing ──a choice──> closed
 *      └──────────the footer's or the menu's button────────────────────┘
 */
export type QuestionState = 'closed' | 'asking' | 'choosing';

let state: QuestionState | undefined;
/** Where the keyboard was when the question was asked for by hand. */
let opener: HTMLElement | undefined;
const listeners = new Set<() => void>();

function current(): QuestionState {
  state ??= storedConsent() === undefined ? 'asking' : 'closed';
  return state;
}

function change(to: QuestionState): void {
  state = to;
  for (const listener of listeners) listener();
}

/** Opens the choice of categories; the keyboard comes back to where it was when it closes. */
export function openConsentChoice(): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  change('choosing');
}

/** Goes on with the question after it was asked: to the categories, or back. */
export function chooseByCategory(): void {
  change('choosing');
}

/** Ends the question; where nothing was chosen yet it only goes back to its short form. */
export function closeConsentQuestion(): void {
  change(storedConsent() === undefined ? 'asking' : 'closed');
  opener?.focus();
  opener = undefined;
}

export function useConsentQuestion(): QuestionState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}

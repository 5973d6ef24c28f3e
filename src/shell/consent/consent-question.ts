import { useSyncExternalStore } from 'react';
import { storedConsent } from '../../net/stored-consent.ts';

/**
 * State of the cookie notice.
 *
 *   closed ──no choice stored──> asking ──"manage preferences"──> choosing ──choice saved──> closed
 *      └──────────button in the footer or the menu────────────────────┘
 */
export type QuestionState = 'closed' | 'asking' | 'choosing';

let state: QuestionState | undefined;
/** Element that had the focus when the user opened the choice of categories. */
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

/** Opens the choice of categories; closing it returns the focus to the element that had it. */
export function openConsentChoice(): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  change('choosing');
}

/** Switches from the short question to the categories. */
export function chooseByCategory(): void {
  change('choosing');
}

/** Closes the notice; while no choice is stored, it returns to the short question instead. */
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

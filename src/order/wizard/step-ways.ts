import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { stepNamed, type WizardStep } from '../../machines/order-wizard.ts';
import { isComposing } from '../../ui/form/composing.ts';
import { useEditor } from '../editor/order-editor.ts';
import { controlAt } from '../parts/control-at.ts';
import type { GoToStep } from './place-order.tsx';

/** Ways from one step of the wizard to another: the URL, the buttons, the keyboard, and where the focus goes. */

/**
 * Returns what leads to another step, the path of the field to which the user was sent, and the ref of the header.
 * @param onStep called with the step that the URL names, before which what was typed is written
 */
export function useStepWays(step: WizardStep, onStep: (event: { type: 'step.chosen'; step: WizardStep }) => void) {
  const { settle } = useEditor();
  const [params, setParams] = useSearchParams();
  // Each entry of the history keeps that the order is new: else a reload would look for an order with this id.
  const state: unknown = useLocation().state;
  const named = params.get('step');
  // The URL holds the step, so that Back, Forward and links work; each step chosen adds one history entry.
  useEffect(() => {
    const asked = stepNamed(named);
    if (named !== asked) setParams({ step: asked }, { replace: true, state });
    void settle();
    onStep({ type: 'step.chosen', step: asked });
  }, [named, onStep, setParams, settle, state]);
  const head = useScrollToTop(step);
  const focusLater = useFocusAt(step);
  const lead = (to: WizardStep, focused: string | undefined) => {
    if (to === step) return focusOn(focused);
    focusLater({ step: to, at: focused });
    setParams({ step: to }, { state });
  };
  const [sought, setSought] = useState<string>();
  const go: GoToStep = (to, path) => {
    setSought(path);
    lead(to, path === undefined ? undefined : controlAt(path));
  };
  // The buttons at the end of a step focus the title of the step they open.
  const turn = (to: WizardStep) => lead(to, titleSelectorOf(to));
  return { head, go, turn, sought };
}

/** Scrolls a new step to its top, and its mark in the stepper into view. Returns the ref of the header. */
function useScrollToTop(step: WizardStep) {
  const head = useRef<HTMLElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) head.current?.scrollIntoView({ block: 'end' });
    const mark = head.current?.parentElement?.querySelector('[aria-current="step"]');
    mark?.scrollIntoView({ block: 'nearest', inline: 'center' });
    last.current = step;
  }, [step]);
  return head;
}

/** Whether a key asks for the next step. The typed text is then taken over. */
export function takesOver(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return false;
  const { activeElement: focused } = document;
  // Not in a dialog over the step, whose events also reach here.
  if (!(focused instanceof HTMLElement) || !event.currentTarget.contains(focused)) return false;
  event.preventDefault();
  // The typed text is taken over when the field loses the focus.
  focused.blur();
  return true;
}

/** Selector of the title of a step. */
export function titleSelectorOf(step: WizardStep): string {
  return `[data-step="${step}"] h2`;
}

interface FocusTarget {
  step: WizardStep;
  /** CSS selector; undefined leaves the focus where it is. */
  at: string | undefined;
}

/** Returns a function that takes an element to focus once its step is shown. */
function useFocusAt(step: WizardStep): (wanted: FocusTarget) => void {
  const wanted = useRef<FocusTarget>(undefined);
  useEffect(() => {
    if (wanted.current?.step !== step || wanted.current.at === undefined) return;
    focusOn(wanted.current.at);
    wanted.current = undefined;
  }, [step]);
  return (next) => void (wanted.current = next);
}

function focusOn(selector: string | undefined): void {
  if (selector !== undefined) document.querySelector<HTMLElement>(selector)?.focus();
}

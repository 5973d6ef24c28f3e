import type { Check } from '#domain/order/checks.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { openFields } from '#domain/order/paths.ts';
import { runsTests } from '#domain/order/services.ts';
import { testsOf } from '#domain/order/tests.ts';
import { wizardSteps, type WizardStep } from '../../machines/order-wizard.ts';
import { stepOf } from './step-of.ts';

/** `none`: nothing is written there yet. `open`: something is still missing. `problem`: something there cannot stay so. */
export interface StepState {
  step: WizardStep;
  state: 'none' | 'open' | 'problem' | 'done';
  /** How many things are left there. */
  left: number;
}

interface Edited {
  doc: OrderDoc;
  /** The paths with a text that has not been taken into the order yet. */
  typed: readonly string[];
  checks: readonly Check[];
  /** Whether missing fields are pointed out where they are missing. */
  strict: boolean;
}

/** How far each step of an order is. It follows from what is written alone, so that it is the same after a reload. */
export function stepStates({ doc, typed, checks, strict }: Edited): StepState[] {
  const left = checks.filter(({ level, ticked }) => level === 'block' || (level === 'warn' && !ticked));
  return wizardSteps.map((step) => {
    const here = left.filter(({ path }) => stepOf(path) === step);
    const isWritten = typed.some((path) => stepOf(path) === step) || hasValue(doc, step);
    if (step === 'review' || (!isWritten && (here.length === 0 || !strict))) return { step, state: 'none', left: 0 };
    if (here.length === 0) return { step, state: 'done', left: 0 };
    const isMissingOnly = !strict && here.every(({ code }) => code === 'REQUIRED' || code === 'NO_TESTS');
    return { step, state: isMissingOnly ? 'open' : 'problem', left: here.length };
  });
}

function hasValue(doc: OrderDoc, step: WizardStep): boolean {
  if (step === 'tests') return runsTests(doc) && testsOf(doc).length > 0;
  return openFields(doc).some(({ field, path }) => field.step === step && (doc[path] ?? null) !== null);
}

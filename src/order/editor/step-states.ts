import { isMissing, isOpen, type Check } from '#domain/order/data/check.ts';
import { isPathOfFile } from '#domain/order/fields/file-path.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { applicableFields } from '#domain/order/fields/paths.ts';
import { runsTests } from '#domain/order/data/services.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { wizardSteps, type WizardStep } from '../../machines/order-wizard.ts';
import { stepOf } from '../parts/step-of.ts';

/**
 * State of one step. `none`: nothing is written yet. `open`: only required values or tests are missing. `problem`:
 * something must be corrected or confirmed; once the user has been on the review step, missing values count too.
 */
export interface StepState {
  step: WizardStep;
  state: 'none' | 'open' | 'problem' | 'done';
  /** Number of unresolved checks in the step. */
  left: number;
}

interface EditedOrder {
  doc: OrderDoc;
  /** Paths with a typed text that the order does not have yet. */
  typed: readonly string[];
  checks: readonly Check[];
  /** Whether the user has been on the review step. */
  reviewed: boolean;
}

/** Returns the state of each step. It is computed from what is written, not from the steps the user has visited. */
export function stepStates({ doc, typed, checks, reviewed }: EditedOrder): StepState[] {
  const left = checks.filter(isOpen);
  return wizardSteps.map((step) => {
    const here = left.filter(({ path }) => stepOf(path) === step);
    // A file was added, though the order has no value in its step.
    const isAdded = here.some(({ path }) => isPathOfFile(path));
    const isWritten = isAdded || typed.some((path) => stepOf(path) === step) || hasValue(doc, step);
    if (step === 'review' || (!isWritten && (here.length === 0 || !reviewed))) return { step, state: 'none', left: 0 };
    if (here.length === 0) return { step, state: 'done', left: 0 };
    const isMissingOnly = !reviewed && here.every(isMissing);
    return { step, state: isMissingOnly ? 'open' : 'problem', left: here.length };
  });
}

function hasValue(doc: OrderDoc, step: WizardStep): boolean {
  if (step === 'tests') return runsTests(doc) && testsOf(doc).length > 0;
  return applicableFields(doc).some(({ field, path }) => field.step === step && (doc[path] ?? null) !== null);
}

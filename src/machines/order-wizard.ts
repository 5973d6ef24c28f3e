import { assign, setup } from 'xstate';

/**
 * The steps of an order. Every step can be opened at any time. Input is saved while it is typed, so moving loses
 * nothing.
 *
 * To add a step: its name here, its screen in `src/order/wizard/wizard.tsx`, its values in `src/order/parts/step-of.ts`
 * and its title, `step`, in `navigator.json` of each language.
 *
 *   service <-> cell <-> tests <-> files <-> review ──placed──> placed ──refused──> review, with the reason
 */
export const wizardSteps = ['service', 'cell', 'tests', 'files', 'review'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** Returns the step with this name from a URL; the first one by default. */
export function stepNamed(name: string | null): WizardStep {
  return wizardSteps.find((step) => step === name) ?? wizardSteps[0];
}

type WizardEvent =
  | { type: 'step.chosen'; step: WizardStep }
  | { type: 'step.next' }
  | { type: 'step.back' }
  | { type: 'order.placed' }
  | { type: 'order.refused'; reason: string }
  | { type: 'order.reopened' };

interface WizardContext {
  step: WizardStep;
  /** Steps that the user has been on, the present one included. */
  visited: WizardStep[];
  /** Steps that the user has been on and gone from. */
  left: WizardStep[];
  reason: string | null;
}

export const orderWizardMachine = setup({
  types: {
    context: {} as WizardContext,
    events: {} as WizardEvent,
    input: {} as { step: WizardStep } | undefined,
  },
  actions: {
    go: assign(({ context, event }) => {
      const step = stepAfter(context.step, event);
      return {
        step,
        visited: withStep(context.visited, step),
        left: step === context.step ? context.left : withStep(context.left, context.step),
      };
    }),
  },
}).createMachine({
  id: 'orderWizard',
  context: ({ input }) => ({
    step: input?.step ?? 'service',
    visited: [input?.step ?? 'service'],
    left: [],
    reason: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'step.chosen': { actions: 'go' },
        'step.next': { actions: 'go' },
        'step.back': { actions: 'go' },
        'order.placed': { target: 'placed', actions: assign({ reason: null }) },
      },
    },
    placed: {
      on: {
        'order.refused': {
          target: 'editing',
          actions: assign({ step: 'review', reason: ({ event }) => event.reason }),
        },
        'order.reopened': 'editing',
      },
    },
  },
});

function withStep(steps: WizardStep[], step: WizardStep): WizardStep[] {
  return steps.includes(step) ? steps : [...steps, step];
}

function stepAfter(step: WizardStep, event: WizardEvent): WizardStep {
  if (event.type === 'step.chosen') return event.step;
  const at = wizardSteps.indexOf(step) + (event.type === 'step.next' ? 1 : -1);
  return wizardSteps[Math.min(Math.max(at, 0), wizardSteps.length - 1)] as WizardStep;
}

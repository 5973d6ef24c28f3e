import type { MachineStep } from '../../../src/sync/machine.ts';

/** Fails a test whose machine met an event that cannot happen in its state. */
export function refuseImpossible({ machine, is, event, isImpossible }: MachineStep): void {
  if (isImpossible) throw new Error(`In the ${machine}, ${event} cannot happen in ${is}.`);
}

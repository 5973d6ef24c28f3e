import { SECOND } from '#domain/ground/units.ts';

/** Time for which an undo is offered: a notice with an action stays that long, and what it would undo waits. */
export const undoMs = 10 * SECOND;

import { SECOND } from '#domain/ground/units.ts';

/** Time for which undo is offered after a command or a draft was discarded. */
export const undoMs = 8 * SECOND;

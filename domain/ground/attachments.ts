import { MB } from './units.ts';

export const attachmentsPerMessage = 5;
export const attachmentBytes = 5 * MB; // exclusive: a file of exactly this size is refused

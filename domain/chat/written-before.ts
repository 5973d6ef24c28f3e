import type { Message } from './chat.ts';
import { timeOfId } from '../ground/ids.ts';
import { DAY, MINUTE } from '../ground/units.ts';

/** A message that reached the server so much later than it was written is shown with both times. */
const lateMs = 5 * MINUTE;
/** A longer delay is rather a wrong clock of the device. */
const mostLateMs = 60 * DAY;

/**
 * Returns when a message was written, in ms since 1970, if it was sent much later, such as after hours without a network.
 * The time is that of the device, in the id that it made. Only shown; nothing is decided by it.
 */
export function writtenBefore({
  id,
  author,
  createdAt,
}: Pick<Message, 'id' | 'author' | 'createdAt'>): number | undefined {
  const at = author.kind === 'user' || author.kind === 'expert' ? timeOfId(id) : undefined;
  const late = at === undefined ? 0 : Date.parse(createdAt) - at;
  return late >= lateMs && late <= mostLateMs ? at : undefined;
}

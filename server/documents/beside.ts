import type { Buyer } from '../store/payments/subscriptions.ts';
import { edge, pale, width, type Pen } from './pen.ts';
import type { Words } from './words.ts';

/** Writes two blocks side by side, each below its title. */
export function writeBeside(pen: Pen, blocks: readonly (readonly [title: string, ...lines: string[]])[]): void {
  const top = pen.y;
  const half = width / 2 - 12;
  let lowest = top;
  blocks.forEach(([title, ...lines], column) => {
    const place = { x: edge + column * (half + 24), width: half };
    pen.y = top;
    pen.write(title, { ...place, size: 8, color: pale });
    for (const line of lines.map((each) => each.trim()).filter(Boolean)) pen.write(line, { ...place, size: 9 });
    lowest = Math.max(lowest, pen.y);
  });
  pen.y = lowest;
}

/** Writes where the goods of an order go and whom to ask, below its buyer; nothing where the order does not say it. */
export function writeDelivery(pen: Pen, { say }: Words, { delivery = [] }: Pick<Buyer, 'delivery'> = {}): void {
  if (delivery.length === 0) return;
  pen.down(6);
  writeBeside(pen, [[say('deliveredTo', {}), ...delivery]]);
}

import type { Buyer } from '../store/subscriptions.ts';
import { edge, pale, width, type Pen } from '../../documents/pen.ts';
import type { Words } from '../../documents/words.ts';

type TitledBlock = readonly [title: string, ...lines: string[]];

/** Writes two or three blocks side by side, each below its title. */
export function writeBeside(pen: Pen, blocks: readonly TitledBlock[]): void {
  const top = pen.y;
  const count = Math.max(2, blocks.length);
  const part = (width - 24 * (count - 1)) / count;
  let lowest = top;
  blocks.forEach(([title, ...lines], column) => {
    const place = { x: edge + column * (part + 24), width: part };
    pen.y = top;
    pen.write(title, { ...place, size: 8, color: pale });
    for (const line of lines.map((each) => each.trim()).filter(Boolean)) pen.write(line, { ...place, size: 9 });
    lowest = Math.max(lowest, pen.y);
  });
  pen.y = lowest;
}

/** Returns the block that says where the goods of an order go and whom to ask; none where the order does not say it. */
export function deliveryBlocks({ say }: Words, { delivery = [] }: Pick<Buyer, 'delivery'> = {}): TitledBlock[] {
  return delivery.length === 0 ? [] : [[say('deliveredTo', {}), ...delivery]];
}

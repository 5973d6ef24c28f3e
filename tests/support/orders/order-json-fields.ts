import type { Field } from '#domain/order/data/field.ts';
import { electrodeFields, orderFields } from '#domain/order/fields/fields.ts';
import { testFields } from '#domain/order/fields/test-fields.ts';

/** The fields of an order's JSON as docs/order-json.md lists them: a line each, with kind, range and unit. */
export function fieldListText(): string {
  return [
    ['`order`', orderFields],
    ['`electrodes.cathode`, `electrodes.anode`', electrodeFields],
    ['`tests[]`', testFields],
  ]
    .map(([title, fields]) => `### ${title as string}\n\n${(fields as readonly Field[]).map(lineOf).join('\n')}\n`)
    .join('\n');
}

function lineOf({ key, kind, unit, definition }: Field): string {
  const number = `number${unit === '' ? '' : ` in ${unit}`}`;
  const kinds = {
    number: () => (kind.is === 'number' ? `${kind.whole ? 'whole ' : ''}${number}, ${kind.min} to ${kind.max}` : ''),
    choice: () => (kind.is === 'choice' ? kind.options.map((option) => `"${option}"`).join(', ') : ''),
    text: () => (kind.is === 'text' ? `text, at most ${kind.maxChars} characters` : ''),
    current: () => (kind.is === 'current' ? `current, at most ${kind.maxA} A or ${kind.maxC} C` : ''),
    currents: () =>
      kind.is === 'currents' ? `rising or falling list of currents, at most ${kind.maxA} A or ${kind.maxC} C` : '',
    flag: () => 'true or false',
    numbers: () => (kind.is === 'numbers' ? `rising or falling list, ${kind.min} to ${kind.max} ${unit}`.trim() : ''),
  };
  return `- \`${key}\`: ${kinds[kind.is]()}. ${definition}`;
}

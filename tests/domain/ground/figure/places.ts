import { quantitiesIn, readable } from '#domain/quantities/quantities.ts';
import { countIn } from '#domain/order/cell/cell-words.ts';
import { sentencesOf } from '#domain/order/checks/claims.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { valueText } from '#domain/order/cell/value-text.ts';
import { settingFields } from '#domain/assistant/fields.ts';
import { sumIn } from '#domain/assistant/retrieval/sum.ts';
import { settingValueOf } from '../../../../src/assistant/staff/settings/settings-edit.ts';
import { readSoc } from '../../../../src/order/staff/steps/state-of-charge.ts';
import { readFigure } from '../../../../src/order/staff/rate-card/figure-text.ts';
import { readCells } from '../../../../src/order/staff/results/read-cells.ts';
import { countOf } from '../../../../src/order/goods/typed-parcel.ts';
import { choicesOf, readText } from '../../../../src/order/parts/value-text.ts';

/** Every place that reads figures, by its own function, with what it makes of a text in words. */

const amount = (kind: 'amount' | 'share' | 'factor') => (text: string) => {
  const read = readFigure(kind, text);
  return 'value' in read ? String(read.value) : read.problem;
};

export const places = {
  capacity: field('nominalCapacity_Ah'),
  cells: field('quantity'),
  shaft: field('windingShaftDiameter_mm'),
  foil: field('electrodes/cathode/current_collector_foil_thickness'),
  pressure: field('clampPressure_kPa'),
  temperature: field('tests/t1/temp'),
  rest: field('tests/t1/restTime'),
  cycles: field('tests/t1/cycles'),
  voltage: field('tests/t1/upperVoltage'),
  current: field('tests/t1/dischargeCurrent'),
  rates: field('tests/t1/rateList'),
  checkpoints: field('tests/t1/socCheckpoints'),
  /** Title, notes and files of an order. */
  claims: (text: string) =>
    sentencesOf(text)
      .flatMap(({ claims }) => claims)
      .filter(({ kind }) => kind === 'temperature' || kind === 'capacity')
      .map(({ kind, value, or = [], spread }) => {
        const both = [value, ...or].join(' or ');
        return `${both}${spread === undefined ? '' : ` ± ${spread}`} ${kind === 'capacity' ? 'Ah' : '°C'}`;
      })
      .join(', '),
  question: (text: string) =>
    quantitiesIn(readable(text))
      .map(({ value, dimension }) => `${Number(value.toPrecision(6))} ${dimension}`)
      .join(', '),
  sum: (text: string) => sumIn(text) ?? 'none',
  ordered: (text: string) => String(countIn(text)?.value ?? 'none'),
  amount: amount('amount'),
  share: amount('share'),
  factor: amount('factor'),
  count: (text: string) => String(countOf(text) ?? 'refused'),
  charge: (text: string) => String(readSoc(text)),
  tokens: (text: string) => String(setting('tokensPerDay', text)),
  chosen: (text: string) => {
    const read = readCells(text, { number: 'PO-2026-000123', cells: 24 });
    return 'numbers' in read ? read.numbers.join(' ') : `unread ${read.unread}`;
  },
} satisfies Record<string, (text: string) => string>;

export type Place = keyof typeof places;

function setting(name: string, text: string) {
  const row = settingFields.find((each) => each.name === name);
  if (row === undefined) throw new Error(name);
  return settingValueOf(row, text);
}

/** What a field stores; `as` where the screen says how it was read; `ask` with both choices; or why it is refused. */
function field(path: string): (text: string) => string {
  return (text) => {
    const place = parsePath(path);
    if (place?.is !== 'field') throw new Error(path);
    const reading = readText(place.field, path, text);
    if ('value' in reading) {
      const shown = reading.value === null ? 'empty' : valueText(place.field, reading.value);
      const note = reading.comma ?? reading.read;
      return note === undefined ? shown : `${shown} as ${note}`;
    }
    const choices = choicesOf(place.field, path, text).map((each) => each.text);
    return choices.length > 0 ? `ask ${choices.join(' | ')}` : reading.problem;
  };
}

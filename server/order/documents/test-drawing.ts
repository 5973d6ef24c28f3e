import type { OrderDoc } from '#domain/order/data/order.ts';
import { drawingOf, type PanelDrawing } from '#domain/order/pictures/protocol-drawing.ts';
import { idealCellOf } from '#domain/order/protocol/ideal-cell.ts';
import { protocolOf } from '#domain/order/protocol/protocol.ts';
import { spanText, stepLines, type StepLine } from '#domain/order/protocol/step-words.ts';
import { timelineOf } from '#domain/order/protocol/timeline.ts';
import type { TestItem } from '#domain/order/data/tests.ts';
import { edge, pale, width, type Pen } from '../../documents/pen.ts';
import type { Words } from '../../documents/words.ts';

const tall = { voltage: 90, current: 60 } as const;
const lines = { voltage: '#015aae', current: '#b4540a', grid: '#d5dbe3' } as const;
/** Room for the labels of the vertical axes. */
const gutter = 44;
const plot = width - gutter;

/** Steps that stand on the page of their drawing; more go on to the next one. */
const stepsTogether = 12;

/** Returns the height of the drawing of a test with its first steps. */
export function heightOf(doc: OrderDoc, test: TestItem, { t, language }: Words): number {
  const { steps } = protocolOf(doc, test);
  const count = steps === undefined ? 0 : countOf(stepLines(t, language, steps));
  return tall.voltage + tall.current + 75 + 16 * Math.min(count, stepsTogether);
}

function countOf(list: readonly StepLine[]): number {
  return list.reduce((sum, line) => sum + 1 + ('lines' in line ? countOf(line.lines) : 0), 0);
}

/** Draws what a test does with a cell: voltage and current over time, and its steps. */
export function drawTest(
  pen: Pen,
  words: Words,
  { doc, test, name }: { doc: OrderDoc; test: TestItem; name: string },
): void {
  const { say, t, language } = words;
  const { steps } = protocolOf(doc, test);
  pen.need(heightOf(doc, test, words));
  pen.down(8);
  pen.write(name, { bold: true });
  if (steps === undefined) return;
  const cell = idealCellOf(doc, test);
  const timeline = timelineOf(steps, cell);
  const drawing = drawingOf(timeline, cell.capacity_Ah ?? 1);
  const time = spanText(language, timeline.hours * 3600);
  const kind = test.type === 'Safety' ? 'preparation' : 'idealised';
  pen.write(say(`drawings.${kind}`, { time }), { size: 9, color: pale });
  pen.down(8);
  const top = pen.y;
  drawPanel(pen, words, { panel: drawing.voltage, height: tall.voltage, unit: 'V', color: lines.voltage });
  pen.down(10);
  const unit = cell.capacity_Ah === undefined ? 'C' : 'A';
  drawPanel(pen, words, { panel: drawing.current, height: tall.current, unit, color: lines.current });
  for (const { x, width: share } of drawing.time.gaps) hatch(pen, { x, share, top, bottom: pen.y });
  pen.down(4);
  const below = pen.y;
  drawing.time.ticks.forEach(({ x, time_h }, i) => {
    pen.y = below;
    const align = i === drawing.time.ticks.length - 1 ? 'right' : x === 0 ? 'left' : 'center';
    const left = edge + gutter + x * plot - (align === 'right' ? 60 : align === 'center' ? 30 : 0);
    const text = time_h === 0 ? '0' : spanText(language, time_h * 3600);
    pen.write(text, { size: 8, color: pale, x: left, width: 60, align });
  });
  pen.down(4);
  writeSteps(pen, stepLines(t, language, steps), 0);
}

interface PlacedPanel {
  panel: PanelDrawing;
  height: number;
  unit: string;
  color: string;
}

function drawPanel(pen: Pen, { figure }: Words, { panel, height, unit, color }: PlacedPanel): void {
  const { canvas } = pen;
  const top = pen.y;
  for (const { y, value } of panel.ticks) {
    const at = top + y * height;
    canvas
      .moveTo(edge + gutter, at)
      .lineTo(edge + width, at)
      .lineWidth(0.5)
      .stroke(lines.grid);
    pen.y = at - 5;
    pen.write(figure(value), { size: 8, color: pale, x: edge, width: gutter - 6, align: 'right' });
  }
  pen.y = top + height / 2 - 5;
  pen.write(unit, { size: 8, bold: true, width: 14 });
  // The path is in a box of 1000 by 1000; it is placed point by point, so that its line is as thick in both directions.
  for (const [, command, x, y] of panel.path.matchAll(/([ML])([\d.-]+) ([\d.-]+)/g)) {
    const at = [edge + gutter + (Number(x) / 1000) * plot, top + (Number(y) / 1000) * height] as const;
    if (command === 'M') canvas.moveTo(...at);
    else canvas.lineTo(...at);
  }
  canvas.lineWidth(1).stroke(color);
  pen.y = top + height;
}

function hatch(pen: Pen, { x, share, top, bottom }: { x: number; share: number; top: number; bottom: number }): void {
  const { canvas } = pen;
  const left = edge + gutter + x * plot;
  canvas
    .save()
    .rect(left, top, share * plot, bottom - top)
    .clip();
  for (let at = left - (bottom - top); at < left + share * plot; at += 5)
    canvas.moveTo(at, bottom).lineTo(at + bottom - top, top);
  canvas.lineWidth(0.4).stroke(pale).restore();
}

function writeSteps(pen: Pen, list: readonly StepLine[], depth: number): void {
  for (const line of list) {
    pen.need(16);
    const x = edge + 12 * depth;
    const text = 'lines' in line ? line.text : `${line.number}. ${line.text}`;
    pen.write(text, { size: 9, x, width: width - 12 * depth, bold: 'lines' in line });
    if ('lines' in line) writeSteps(pen, line.lines, depth + 1);
  }
}

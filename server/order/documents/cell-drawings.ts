import { derivedOf } from '#domain/order/checks/derived.ts';
import { buildOf } from '#domain/order/data/formats.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { coinParts } from '#domain/order/cell/coin-case.ts';
import { coinOf } from '#domain/order/pictures/coin.ts';
import { drawnDocOf } from '#domain/order/pictures/drawn-doc.ts';
import { housedOf, isHoused, type Housed } from '#domain/order/pictures/housed.ts';
import { rollShapesOf } from '#domain/order/pictures/roll-shapes.ts';
import { webOf, type Area, type Web } from '#domain/order/pictures/webs.ts';
import { unitText } from '#domain/order/cell/unit-text.ts';
import { edge, pale, width, type Pen } from '../../documents/pen.ts';
import type { Words } from '../../documents/words.ts';

/** Colors of the parts, those of the screen in light mode. */
const colors = {
  cathode: '#3f5878',
  anode: '#2a2e33',
  aluminum: '#c6ccd5',
  copper: '#cf8852',
  separator: '#9fb9de',
  steel: '#9aa5b4',
  laminate: '#b3a9c9',
  room: '#ffffff',
  misfit: '#c81e1e',
} as const;

/** Height of the tallest first drawing with its captions: no heading stands alone at the end of a page. */
const firstDrawing = 340;

/** Draws the cell of an order as vectors: its electrodes laid flat, and its roll, stack or discs in the housing. */
export function drawCell(pen: Pen, words: Words, ordered: OrderDoc): void {
  const { doc, assumed } = drawnDocOf(ordered);
  const build = buildOf(doc);
  if (build === undefined) return;
  pen.heading(words.say('drawings.cell', {}), firstDrawing);
  if (assumed.size > 0) pen.write(words.say('drawings.typical', {}), { size: 9, color: pale });
  if (build !== 'coin') drawWebs(pen, words, doc);
  if (build === 'roll') drawRoll(pen, words, doc);
  if (isHoused(build)) drawHoused(pen, words, doc);
  if (build === 'coin') drawCoin(pen, words, doc);
}

function drawWebs(pen: Pen, words: Words, doc: OrderDoc): void {
  const webs = (['cathode', 'anode'] as const).flatMap((electrode) => webOf(doc, electrode) ?? []);
  if (webs.length === 0) return;
  const { t, mm } = words;
  const total_mm = Math.max(...webs.map(({ start_mm, length_mm }) => start_mm + length_mm));
  const tallest_mm = Math.max(...webs.map(({ height_mm }) => height_mm));
  const scale = Math.min(width / total_mm, 110 / tallest_mm);
  caption(pen, t('pictures.webs', {}));
  for (const web of webs) {
    pen.need(2 * (web.height_mm * scale + 24) + 20);
    const coated = web.front.reduce((sum, { width_mm }) => sum + width_mm, 0);
    const values = { length: mm(web.length_mm), height: mm(web.height_mm), coated: mm(coated) };
    note(pen, t('pictures.webSaid', { electrode: t(`group.${web.electrode}`, {}), ...values }));
    for (const face of ['front', 'back'] as const) {
      pen.down(10 * scale + 2);
      drawWeb(pen, web, face, scale);
      note(pen, t(`pictures.face.${face}`, {}));
    }
  }
}

function drawWeb(pen: Pen, web: Web, face: 'front' | 'back', scale: number): void {
  const foil = web.electrode === 'cathode' ? colors.aluminum : colors.copper;
  drawn(pen, { x: edge + web.start_mm * scale, scale, height_mm: web.height_mm + 10 }, (canvas) => {
    if (face === 'front') for (const tab of web.tabs) box(canvas, tab).fill(colors.steel);
    canvas.rect(0, 0, web.length_mm, web.height_mm).fill(foil);
    for (const area of web[face]) box(canvas, area).fill(colors[web.electrode]);
  });
}

function drawRoll(pen: Pen, words: Words, doc: OrderDoc): void {
  const shapes = rollShapesOf(doc);
  if (shapes === undefined) return;
  const { t, mm, figure } = words;
  const { roll, can, shaft_mm, wound_mm, excess_mm } = shapes;
  const across = 1.02 * Math.max(roll.diameter_mm, can?.outer_mm ?? 0);
  const size = 190;
  pen.need(size + 70);
  caption(pen, t('pictures.roll', {}));
  const turns = derivedOf(doc).find(({ code }) => code === 'turns');
  note(
    pen,
    t('pictures.rollSaid', {
      turns: turns === undefined ? '-' : `${figure(turns.value)}\u2009${unitText(t, turns.unit, turns.value)}`,
      diameter: mm(roll.diameter_mm),
      shaft: mm(shaft_mm),
      inner: can === undefined ? '-' : mm(can.inner_mm),
    }),
  );
  pen.down(6);
  const scale = size / across;
  drawn(pen, { x: edge + width / 2, scale, height_mm: across, above_mm: across / 2 }, (canvas) => {
    const disc = (diameter_mm: number, color: string) => canvas.circle(0, 0, diameter_mm / 2).fill(color);
    if (can !== undefined) disc(can.outer_mm, colors.steel);
    if (can !== undefined) disc(can.inner_mm, colors.room);
    disc(roll.diameter_mm, excess_mm > 0 ? colors.misfit : colors.separator);
    disc(wound_mm, colors.separator);
    canvas.path(shapes.anode.path).lineWidth(shapes.anode.thickness_mm).stroke(colors.anode);
    canvas.path(shapes.cathode.path).lineWidth(shapes.cathode.thickness_mm).stroke(colors.cathode);
    disc(roll.start_mm, colors.separator);
    disc(shaft_mm, colors.room);
  });
}

function drawHoused(pen: Pen, words: Words, doc: OrderDoc): void {
  const housed = housedOf(doc);
  if (housed === undefined) return;
  const { t, mm, figure } = words;
  const { outer, content, sheets, flat, room_mm, excess_mm } = housed;
  const height_mm = Math.max(outer.thickness_mm, outer.wall_mm + content.thickness_mm);
  const scale = Math.min(width / outer.width_mm, 200 / height_mm);
  pen.need(height_mm * scale + 70);
  caption(pen, t(flat === undefined ? 'pictures.stack' : 'pictures.flatRoll', {}));
  const total = mm(content.thickness_mm);
  note(
    pen,
    sheets === undefined
      ? t('pictures.flatSaid', { total, turns: figure(flat?.turns ?? 0) })
      : t('pictures.stackSaid', { total, cathodes: figure(sheets.cathodes), anodes: figure(sheets.anodes) }),
  );
  if (room_mm !== undefined) note(pen, t('pictures.roomSaid', { room: mm(room_mm) }));
  if (excess_mm > 0) note(pen, t('pictures.housedTooThick', { by: mm(excess_mm) }));
  pen.down(6);
  drawn(pen, { x: edge, scale, height_mm }, (canvas) => drawHousing(canvas, housed));
}

function drawHousing(canvas: PDFKit.PDFDocument, { isCan, outer, content, sheets, flat, room_mm, excess_mm }: Housed) {
  const { width_mm, thickness_mm, wall_mm: wall } = outer;
  const left = (width_mm - content.width_mm) / 2;
  const inner = isCan ? { x: wall, width: width_mm - 2 * wall } : { x: left, width: content.width_mm };
  const room = room_mm ?? content.thickness_mm;
  if (!isCan) canvas.rect(0, thickness_mm / 2 - wall, width_mm, 2 * wall).fill(colors.laminate);
  canvas.rect(inner.x - wall, 0, inner.width + 2 * wall, thickness_mm).fill(isCan ? colors.steel : colors.laminate);
  canvas.rect(inner.x, wall, inner.width, room).fill(colors.room);
  canvas.translate(left, wall);
  for (const { material, top_mm, thickness_mm: thick, width_mm: wide } of sheets?.bands ?? []) {
    canvas.rect((content.width_mm - wide) / 2, top_mm, wide, thick).fill(colors[material]);
  }
  const bundle = sheets?.bundle;
  if (bundle !== undefined) canvas.rect(0, bundle.top_mm, content.width_mm, bundle.thickness_mm).fill(colors.separator);
  if (flat !== undefined) drawFlat(canvas, content, flat);
  if (excess_mm > 0) canvas.rect(0, room, content.width_mm, excess_mm).fillOpacity(0.6).fill(colors.misfit);
}

function drawFlat(canvas: PDFKit.PDFDocument, content: Housed['content'], flat: NonNullable<Housed['flat']>): void {
  const stadium = (inset: number) => {
    const tall = Math.max(0, content.thickness_mm - 2 * inset);
    return canvas.roundedRect(inset, inset, Math.max(0, content.width_mm - 2 * inset), tall, tall / 2);
  };
  stadium(0).fill(colors.separator);
  for (let i = 0; i < Math.floor(flat.turns); i++) {
    (['cathode', 'anode'] as const).forEach((electrode, at) =>
      stadium(flat.closing_mm + flat.turn_mm * (i + 0.25 + at / 2))
        .lineWidth(flat.turn_mm * 0.4)
        .stroke(colors[electrode]),
    );
  }
}

function drawCoin(pen: Pen, { t, mm }: Words, doc: OrderDoc): void {
  const coin = coinOf(doc);
  if (coin === undefined) return;
  const { outer, discs, spring_mm } = coin;
  const scale = 300 / outer.diameter_mm;
  pen.need(outer.height_mm * scale + 60);
  caption(pen, t('pictures.coin', {}));
  note(pen, t('pictures.coinSaid', { left: mm(spring_mm) }));
  pen.down(6);
  const wall = coinParts.wall_mm;
  drawn(pen, { x: edge, scale, height_mm: outer.height_mm }, (canvas) => {
    canvas.roundedRect(0, 0, outer.diameter_mm, outer.height_mm, wall).fill(colors.steel);
    canvas.rect(wall, wall, outer.diameter_mm - 2 * wall, outer.height_mm - 2 * wall).fill(colors.room);
    for (const { code, top_mm, thickness_mm, diameter_mm } of discs) {
      const color = code === 'spacer' ? colors.steel : colors[code];
      canvas.rect((outer.diameter_mm - diameter_mm) / 2, top_mm, diameter_mm, thickness_mm).fill(color);
    }
  });
}

interface Place {
  /** Left edge, or the middle of a round drawing, in points. */
  x: number;
  /** Points a millimeter. */
  scale: number;
  height_mm: number;
  /** Height above the origin of the drawing. */
  above_mm?: number;
}

/** Draws in millimeters at the pen, and moves it below the drawing. */
function drawn(
  pen: Pen,
  { x, scale, height_mm, above_mm = 0 }: Place,
  draw: (canvas: PDFKit.PDFDocument) => void,
): void {
  const { canvas } = pen;
  canvas
    .save()
    .translate(x, pen.y + above_mm * scale)
    .scale(scale);
  draw(canvas);
  canvas.restore();
  pen.down(height_mm * scale + 6);
}

function box(canvas: PDFKit.PDFDocument, { x_mm, y_mm, width_mm, height_mm }: Area): PDFKit.PDFDocument {
  return canvas.rect(x_mm, y_mm, width_mm, height_mm);
}

function caption(pen: Pen, text: string): void {
  pen.need(60);
  pen.down(8);
  pen.write(text, { bold: true });
}

function note(pen: Pen, text: string): void {
  pen.write(text, { size: 9, color: pale });
}

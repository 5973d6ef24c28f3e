import { deliveryLinesOf } from '#domain/order/fields/address-fields.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { type Cell, cellsIn } from '#domain/order/data/cells.ts';
import type { Order } from '#domain/order/data/order.ts';
import { blankDocument, type Pen } from '../../documents/pen.ts';
import { drawCode } from '../../documents/qr-code.ts';
import { wordsOf, type Words } from '../../documents/words.ts';

/** Labels of the cells of an order, for sheets of 24 labels of 70 x 37 mm on A4. */

/** Sizes in points, which fill a sheet without margins. */
const sheet = { columns: 3, rows: 8, width: 595.28 / 3, height: 841.89 / 8 };
const pad = 12;
const code = sheet.height - 2 * pad;

interface Sheet {
  /** Language of the order's customer. */
  language: string;
  /** URL of the app: the code of a label is the address of its cell. */
  publicUrl: string;
  /** Number of the first cell. */
  first: number;
}

/**
 * Renders one label for each cell from the first one on that is not scrapped, `labelsPerFile` at most, and after them one
 * for the parcel, with the delivery address. The same order gives the same document.
 * @returns the bytes of the PDF
 */
export async function labelsPdf(order: Order, { language, publicUrl, first }: Sheet): Promise<Buffer> {
  const words = wordsOf(language);
  const cells = cellsIn(order).filter(
    ({ n, state }) => n >= first && n < first + orderLimits.labelsPerFile && state !== 'scrapped',
  );
  const title = words.say('labels.title', { number: order.number });
  const about = { title, date: new Date(order.cells?.[0]?.at ?? order.updatedAt), words };
  const to = deliveryLinesOf(order.doc);
  const labels = [
    ...cells.map((cell) => (pen: Pen, at: Corner) => drawLabel(pen, at, { cell, order, words, publicUrl })),
    ...(to.length === 0 ? [] : [(pen: Pen, at: Corner) => drawAddress(pen, at, { to, order, words })]),
  ];
  return await blankDocument(about, (pen) => {
    const perPage = sheet.columns * sheet.rows;
    for (const [i, draw] of labels.entries()) {
      if (i > 0 && i % perPage === 0) pen.canvas.addPage();
      // Labels stand in the margin too.
      pen.canvas.page.margins.bottom = 0;
      const x = (i % sheet.columns) * sheet.width;
      const y = Math.floor((i % perPage) / sheet.columns) * sheet.height;
      draw(pen, { x, y });
    }
  });
}

/** Returns the address that the code of a label holds. */
function addressOfCell(publicUrl: string, orderId: string, serial: string): string {
  return `${publicUrl}/one-stop-order/history/${orderId}?cell=${serial}`;
}

/** The upper left corner of a label. */
interface Corner {
  x: number;
  y: number;
}

interface Label {
  cell: Cell;
  order: Order;
  words: Words;
  publicUrl: string;
}

function drawLabel(pen: Pen, { x, y }: Corner, { cell, order, words, publicUrl }: Label): void {
  drawCode(pen.canvas, { x: x + pad, y: y + pad, size: code }, addressOfCell(publicUrl, order.id, cell.serial));
  const place = { x: x + pad + code + 8, width: sheet.width - code - 2 * pad - 8 };
  const { format, chemistry } = order.doc;
  const kinds = [
    typeof format === 'string' ? words.t(`option.format.${format}`, { defaultValue: format }) : '',
    typeof chemistry === 'string' ? words.t(`option.chemistry.${chemistry}`, { defaultValue: chemistry }) : '',
  ];
  pen.y = y + pad;
  // In two lines: a whole serial is wider than the label beside its code.
  const at = cell.serial.lastIndexOf('-C') + 1;
  pen.write(cell.serial.slice(0, at), { ...place, size: 9, bold: true });
  pen.write(cell.serial.slice(at), { ...place, size: 13, bold: true });
  pen.down(3);
  pen.write(order.number, { ...place, size: 7 });
  for (const text of kinds.filter(Boolean)) pen.write(text, { ...place, size: 7 });
}

/** Sizes of the letters of an address, of which the largest is taken with which all of it is on the label. */
const addressSizes = [10, 9, 8, 7, 6, 5, 4];
const mostAddressLines = 8;

interface ParcelLabel {
  to: readonly string[];
  order: Order;
  words: Words;
}

function drawAddress(pen: Pen, { x, y }: Corner, { to, order, words }: ParcelLabel): void {
  const place = { x: x + pad, width: sheet.width - 2 * pad };
  pen.y = y + pad;
  pen.write(words.say('labels.to', { number: order.number }), { ...place, size: 7 });
  const lines = to.length > mostAddressLines ? [to.join(', ')] : to;
  const left = y + sheet.height - pad - pen.y;
  const size = addressSizes.find((each) => heightOf(lines, each, place.width) <= left) ?? addressSizes.at(-1);
  for (const line of lines) pen.write(line, { ...place, ...(size === undefined ? {} : { size }) });
}

/** Estimates the height of lines that are broken at this width; a Korean syllable is as wide as it is high. */
function heightOf(lines: readonly string[], size: number, width: number): number {
  const rows = lines.reduce((sum, line) => {
    const wide = line.match(/[\u{1100}-\u{10FFFF}]/gu)?.length ?? 0;
    return sum + Math.ceil(((line.length * 0.6 + wide * 0.4) * size) / width);
  }, 0);
  return rows * (size * 1.2 + 3);
}

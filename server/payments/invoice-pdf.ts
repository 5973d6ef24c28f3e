import type { InvoiceRow } from '../store/payments/invoices.ts';
import { fontFiles, runsOf, unknownLetter, type FontName } from '../documents/fonts.ts';

/** Renders an invoice on A4. The same row gives the same document, so it is rendered per request and not stored. */

const edge = 56;
const width = 595.28 - 2 * edge;
const ink = '#15202c';
const pale = '#5a697a';

/** Renders an invoice. @returns the bytes of the PDF */
export async function invoicePdf(invoice: InvoiceRow): Promise<Buffer> {
  // Loaded on first use: it takes a tenth of an idle server's memory, and most days it is not needed.
  const { default: Pdf } = await import('pdfkit');
  const document = new Pdf({
    size: 'A4',
    margin: edge,
    lang: 'en',
    displayTitle: true,
    info: { Title: `Invoice ${invoice.number}`, CreationDate: invoice.issued_at, ModDate: invoice.issued_at },
  });
  const done = bytesOf(document);
  const pen = penOn(document);
  head(pen, invoice);
  parties(pen, invoice);
  table(pen, invoice);
  sums(pen, invoice);
  foot(pen, invoice);
  document.end();
  return await done;
}

function head(pen: Pen, { number, issued_at, due_at, status, paid_at, void_at }: InvoiceRow): void {
  pen.write('Invoice', { size: 24, bold: true });
  pen.down(6);
  pen.write(`Number ${number}`, { bold: true });
  pen.write(`Date ${day(issued_at)}`);
  if (status === 'paid' && paid_at !== null) pen.write(`Paid on ${day(paid_at)}`, { bold: true });
  else if (status === 'void' && void_at !== null) pen.write(`Void since ${day(void_at)}: do not pay`, { bold: true });
  else pen.write(`Due ${day(due_at)}`);
  pen.down(18);
}

function parties(pen: Pen, { seller, buyer }: InvoiceRow): void {
  const top = pen.y;
  const half = width / 2 - 12;
  pen.write('From', { color: pale, width: half });
  for (const line of seller.lines) pen.write(line, { width: half });
  const left = pen.y;
  pen.y = top;
  const x = edge + half + 24;
  pen.write('To', { color: pale, x, width: half });
  const lines = [buyer.company, buyer.name, ...buyer.address.split('\n'), buyer.email];
  for (const line of lines.map((each) => each.trim()).filter(Boolean)) pen.write(line, { x, width: half });
  pen.y = Math.max(left, pen.y);
  pen.down(24);
}

const columns = { label: edge, qty: edge + width - 220, price: edge + width - 180, amount: edge + width - 90 };

function table(pen: Pen, { lines, currency, period_start: start, period_end: end }: InvoiceRow): void {
  row(pen, ['Description', 'Quantity', 'Price', 'Amount'], { color: pale });
  pen.rule();
  for (const { label, qty, unit_price: price, amount } of lines) {
    row(pen, [label, String(qty), money(price, currency), money(amount, currency)]);
  }
  if (start !== null && end !== null) pen.write(`${day(start)} to ${day(end)}`, { color: pale });
  pen.rule();
}

function row(pen: Pen, [label, qty, price, amount]: [string, string, string, string], style: Style = {}): void {
  const top = pen.y;
  const number = { ...style, align: 'right' } as const;
  pen.write(qty, { ...number, x: columns.qty - 30, width: 60 });
  pen.y = top;
  pen.write(price, { ...number, x: columns.price, width: 85 });
  pen.y = top;
  pen.write(amount, { ...number, x: columns.amount, width: 90 });
  pen.y = top;
  pen.write(label, { ...style, x: columns.label, width: columns.qty - columns.label - 40 });
  pen.down(4);
}

function sums(pen: Pen, { subtotal, tax, tax_bp: bp, total, currency }: InvoiceRow): void {
  const rows: [string, number, boolean][] = [
    ['Subtotal', subtotal, false],
    [`Tax ${percent(bp)}`, tax, false],
    ['Total', total, true],
  ];
  for (const [label, amount, bold] of rows) {
    const top = pen.y;
    pen.write(label, { bold, x: columns.qty, width: 120 });
    pen.y = top;
    pen.write(money(amount, currency), { bold, align: 'right', x: columns.amount, width: 90 });
    pen.down(2);
  }
  pen.down(24);
}

function foot(pen: Pen, { status, seller, number, due_at: due, total, currency, buyer }: InvoiceRow): void {
  if (status === 'open') {
    pen.write(`Please transfer ${money(total, currency)} by ${day(due)} and name ${number}.`);
    for (const line of seller.bank) pen.write(line);
    pen.down(12);
  }
  if (pen.metUnknown()) {
    pen.write(
      `${unknownLetter} stands for a letter that this document's fonts do not have. It is for ${buyer.email}.`,
      {
        color: pale,
      },
    );
  }
}

interface Style {
  size?: number;
  bold?: boolean;
  color?: string;
  x?: number;
  width?: number;
  align?: 'left' | 'right';
}

interface Pen {
  y: number;
  write(text: string, style?: Style): void;
  down(points: number): void;
  rule(): void;
  /** Whether a letter was replaced by a box. */
  metUnknown(): boolean;
}

/** Writes lines from top to bottom, each letter in a font that has it. */
function penOn(document: PDFKit.PDFDocument): Pen {
  for (const [name, file] of Object.entries(fontFiles)) document.registerFont(name, file);
  let met = false;
  function has(font: FontName, codePoint: number): boolean {
    document.font(font);
    // The package's types lack this property, but it has no other way to ask whether a font has a glyph.
    const { _font: open } = document as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };
    return open.font.hasGlyphForCodePoint(codePoint);
  }
  return {
    y: edge,
    write(text, { size = 10, bold = false, color = ink, x = edge, width: most = width, align = 'left' } = {}) {
      const runs = runsOf(text, bold, has);
      met ||= runs.some((run) => run.text.includes(unknownLetter));
      document.fontSize(size).fillColor(color);
      document.x = x;
      document.y = this.y;
      runs.forEach((run, at) => {
        const options = { width: most, align, continued: at < runs.length - 1, lineGap: 3 };
        document.font(run.font).fontSize(size);
        if (at === 0) document.text(run.text, x, this.y, options);
        else document.text(run.text, options);
      });
      this.y = document.y;
    },
    down(points) {
      this.y += points;
    },
    rule() {
      document
        .moveTo(edge, this.y + 2)
        .lineTo(edge + width, this.y + 2)
        .lineWidth(0.5)
        .stroke(pale);
      this.y += 10;
    },
    metUnknown: () => met,
  };
}

function bytesOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}

/** Returns the date in UTC as ISO 8601. */
function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Formats an amount with its currency code, because a symbol may mean several currencies. */
function money(amount: number, currency: string): string {
  return `${currency} ${new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount / 100)}`;
}

function percent(bp: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(bp / 100)} %`;
}

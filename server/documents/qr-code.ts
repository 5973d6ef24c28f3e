import { encodeQR } from 'qr';

/** Draws a QR code, one rectangle for each run of dark modules. */
export function drawCode(
  canvas: PDFKit.PDFDocument,
  { x, y, size: whole }: { x: number; y: number; size: number },
  text: string,
): void {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const size = whole / modules.length;
  for (const [row, line] of modules.entries()) {
    for (let from = line.indexOf(true); from >= 0;) {
      const end = line.indexOf(false, from);
      const to = end < 0 ? line.length : end;
      canvas.rect(x + from * size, y + row * size, (to - from) * size, size);
      from = line.indexOf(true, to);
    }
  }
  canvas.fill('#000000');
}

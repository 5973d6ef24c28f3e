import { sha256Hex } from '#domain/ground/hash.ts';

/**
 * Returns the SHA-256 (64 hex digits) of a drawing, which is the same each time on one device; null where drawing is
 * impossible.
 */
export function fingerprintOfDrawing(): string | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const context = new OffscreenCanvas(240, 60).getContext('2d');
  if (context === null) return null;
  draw(context);
  const { data } = context.getImageData(0, 0, 240, 60);
  return sha256Hex(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
}

/** Draws text, curves and blending, which devices render slightly differently. */
function draw(context: OffscreenCanvasRenderingContext2D): void {
  context.textBaseline = 'alphabetic';
  context.fillStyle = '#f60';
  context.fillRect(100, 5, 80, 40);
  context.fillStyle = '#015aae';
  context.font = '15px Arial, sans-serif';
  context.fillText('VFP 18650 µΩ ⚡ Cwm fjord', 4, 24);
  context.globalCompositeOperation = 'multiply';
  context.fillStyle = 'rgba(102, 204, 0, 0.7)';
  context.font = '18px Georgia, serif';
  context.fillText('LiNi₀.₈Mn₀.₁Co₀.₁O₂', 8, 46);
  context.beginPath();
  context.arc(190, 30, 22, 0, Math.PI * 1.7);
  context.strokeStyle = '#30a';
  context.lineWidth = 2.5;
  context.stroke();
}

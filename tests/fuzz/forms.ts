import type { Random } from '../simulation/random.ts';
import { pdf, png, svg } from '../support/files/sample-files.ts';
import type { Mood } from './values.ts';

/** Multipart bodies, valid and invalid in ways that break parsers. */

/** @returns the body and its content type */
export function oddForm(fields: Record<string, unknown>, random: Random, mood: Mood): { type: string; body: Buffer } {
  const boundary =
    mood === 'hostile' ? random.pick(['b', 'x'.repeat(70), 'x'.repeat(300), "b'()+_,-./:=?"]) : 'fuzz-boundary';
  const parts: (Buffer | string)[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`);
  }
  const count = mood === 'hostile' ? random.below(8) : random.below(3);
  for (let i = 0; i < count; i++) {
    parts.push(`--${boundary}\r\n${fileHead(random, mood)}\r\n\r\n`, fileBytes(random, mood), '\r\n');
  }
  if (mood !== 'hostile' || random.chance(0.6)) parts.push(`--${boundary}--\r\n`);
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return { type: formType(boundary, random, mood), body };
}

function formType(boundary: string, random: Random, mood: Mood): string {
  const right = `multipart/form-data; boundary=${boundary}`;
  if (mood !== 'hostile' || random.chance(0.6)) return right;
  return random.pick([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    `${right}; boundary=other`,
    'multipart/mixed; boundary=b',
    `MULTIPART/FORM-DATA; BOUNDARY=${boundary}`,
  ]);
}

function fileHead(random: Random, mood: Mood): string {
  const right = `content-disposition: form-data; name="files"; filename="${random.pick(['a.png', 'b.pdf', 'c.docx', 'd.exe'])}"`;
  if (mood === 'valid' || random.chance(0.5)) return right;
  return random.pick([
    `content-disposition: form-data; name="files"; filename*=UTF-8''%e2%82%ac.png`,
    `content-disposition: form-data; name="files"; filename*=x'y'%ff.png; filename="a.png"`,
    `content-disposition: form-data; name="files"; filename="${'n'.repeat(195)}\u{1f600}.png"`,
    'content-disposition: form-data; filename="a.png"',
    'content-disposition: attachment; name="files"; filename="a.png"',
    'content-disposition: form-data; name="__proto__"; filename="a.png"',
    `content-disposition: form-data; name="files"; filename="../../x\u0000.png"`,
    'x: y',
    `${right}\r\ncontent-type: text/html\r\ncontent-transfer-encoding: base64`,
    `${right}\r\n${'x-long: '.padEnd(20_000, 'y')}`,
  ]);
}

function fileBytes(random: Random, mood: Mood): Buffer {
  const files = [png(random.below(20)), pdf, svg, Buffer.alloc(0)];
  return mood === 'hostile' && random.chance(0.05) ? Buffer.alloc(6 * 1024 * 1024, 'x') : random.pick(files);
}

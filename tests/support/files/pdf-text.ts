import { inflateSync } from 'node:zlib';

/**
 * Returns the text a reader could select in one of our PDFs: the glyphs of each line, mapped back by the ToUnicode
 * tables of the embedded fonts.
 */
export function textOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const objects = new Map([...raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((m) => [m[1], m[2] ?? '']));
  const fonts = new Map<string, Map<string, string>>();
  for (const body of objects.values()) {
    for (const [, name = '', id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      if (unicode !== undefined) fonts.set(name, lettersIn(streamOf(objects.get(unicode) ?? '')));
    }
  }
  const lines: string[] = [];
  for (const body of objects.values()) {
    const content = streamOf(body);
    if (!content.includes(' Tf')) continue;
    let font: Map<string, string> | undefined;
    for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ])+)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name);
      else lines.push(written(glyphs ?? '', font));
    }
  }
  return lines.join('\n');
}

function written(glyphs: string, font: Map<string, string> | undefined): string {
  const codes = [...glyphs.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return codes.map((code) => font?.get(code) ?? '?').join('');
}

/** Returns the characters by glyph, from the ranges of a ToUnicode table. */
function lettersIn(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '0', , given = ''] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)) {
    const each = [...given.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) => hex.replaceAll(' ', ''));
    each.forEach((hex, at) => {
      const code = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0');
      const units = (hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
      letters.set(code, String.fromCharCode(...units));
    });
  }
  return letters;
}

function streamOf(body: string): string {
  const stream = /stream\n([\s\S]*?)\nendstream/.exec(body)?.[1];
  if (stream === undefined) return '';
  const bytes = Buffer.from(stream, 'latin1');
  return body.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : stream;
}

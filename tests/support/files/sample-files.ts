import { crc32 } from 'node:zlib';

/** Small files of each type, valid and invalid ones. */

/** A PNG of one pixel; `seed` makes it another file. */
export function png(seed = 0): Buffer {
  const text = Buffer.concat([Buffer.from('tEXt', 'latin1'), Buffer.from(`n\0${seed}`, 'latin1')]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from('0000000d49484452000000010000000108060000001f15c489', 'hex'),
    chunk(text),
    Buffer.from('0000000d4944415478da63f8cfc0f01f00050101020a4ab1c30000000049454e44ae426082', 'hex'),
  ]);
}

/** A PNG chunk from its type and data. */
export function chunk(typed: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(typed.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

/** A picture of each type that claims this size and has no content. */
export const pictures = {
  png: (width: number, height: number, frames = 1): Buffer => {
    const about = Buffer.alloc(17);
    about.write('IHDR', 0, 'latin1');
    about.writeUInt32BE(width, 4);
    about.writeUInt32BE(height, 8);
    about.set([8, 6, 0, 0, 0], 12);
    const moves = Buffer.alloc(12);
    moves.write('acTL', 0, 'latin1');
    moves.writeUInt32BE(frames, 4);
    const start = Buffer.from('89504e470d0a1a0a', 'hex');
    const rest = [chunk(Buffer.from('IDAT\0')), chunk(Buffer.from('IEND'))];
    return Buffer.concat([start, chunk(about), ...(frames === 1 ? [] : [chunk(moves)]), ...rest]);
  },
  gif: (width: number, height: number, frames = 1): Buffer => {
    const begin = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    // Duration, position and content.
    const each = Buffer.from('21f904000a0000002c0000000000000000000202440100', 'hex');
    begin.writeUInt16LE(width, 6);
    begin.writeUInt16LE(height, 8);
    return Buffer.concat([begin, ...Array.from({ length: frames }, () => each), Buffer.of(0x3b)]);
  },
  bmp: (width: number, height: number): Buffer => {
    const file = Buffer.alloc(54);
    file.write('BM', 0, 'latin1');
    file.writeUInt32LE(54, 2);
    file.writeUInt32LE(54, 10);
    file.writeUInt32LE(40, 14);
    file.writeInt32LE(width, 18);
    file.writeInt32LE(-height, 22);
    return file;
  },
  jpg: (width: number, height: number): Buffer => {
    const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex');
    frame.writeUInt16BE(height, 5);
    frame.writeUInt16BE(width, 7);
    const before = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb000400ffffff', 'hex');
    return Buffer.concat([before, frame, Buffer.from('ffda0008010100003f00ffd9', 'hex')]);
  },
  webp: (width: number, height: number, frames = 1): Buffer => {
    const about = Buffer.alloc(18);
    about.write('VP8X', 0, 'latin1');
    about.writeUInt32LE(10, 4);
    about.writeUIntLE(width - 1, 12, 3);
    about.writeUIntLE(height - 1, 15, 3);
    const frame = Buffer.concat([Buffer.from('ANMF\x10\0\0\0', 'latin1'), Buffer.alloc(16)]);
    const chunks = Buffer.concat([about, ...Array.from({ length: frames === 1 ? 0 : frames }, () => frame)]);
    const start = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
    start.writeUInt32LE(chunks.length + 4, 4);
    return Buffer.concat([start, chunks]);
  },
};

export const html = Buffer.from('<!doctype html><script>alert(1)</script>');
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const macro = 'application/vnd.ms-word.document.macroEnabled.main+xml';

/** A Word file, optionally with macros, and with a correct or forged content type. */
export function docx(options: { macros?: boolean; honest?: boolean } = {}): Buffer {
  const type = options.macros === true && options.honest !== false ? macro : main;
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`;
  const entries: [string, string][] = [
    ['[Content_Types].xml', types],
    ['word/document.xml', '<w:document/>'],
  ];
  if (options.macros === true) entries.push(['word/vbaProject.bin', 'macro']);
  return zip(entries);
}

/** A ZIP with uncompressed entries. */
export function zip(entries: [name: string, text: string][]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of entries) {
    const data = Buffer.from(text);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt32LE(crc32(data), 10);
    fixed.writeUInt32LE(data.length, 14);
    fixed.writeUInt32LE(data.length, 18);
    fixed.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fixed, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** A multipart form as browsers send it. */
export function form(
  fields: Record<string, string>,
  files: { name: string; bytes: Buffer }[],
  filesField = 'files',
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'vfp-test-boundary';
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const { name, bytes } of files) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${filesField}"; filename="${name.replaceAll('"', '%22')}"\r\n`;
    parts.push(Buffer.from(`${head}content-type: application/octet-stream\r\n\r\n`), bytes, Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

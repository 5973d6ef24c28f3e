import { assert, constantFrom, nat, property, uint8Array } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { isDrawable, isPictureTooLarge, pictureSizeOf } from '#domain/ground/picture-size.ts';
import { drawnPictures, fooledPictures } from '../../support/browser/drawn-pictures.ts';
import { pictures, png } from '../../support/files/sample-files.ts';

const kinds = Object.entries(pictures);

test.each(kinds)('the size of a %s is read', (_kind, picture) => {
  for (const [width, height] of [
    [640, 480],
    [1, 1],
    [12_000, 12_000],
    [16_000, 2],
  ] as const)
    expect(pictureSizeOf(picture(width, height))).toEqual({ width, height, frames: 1 });
});

test.each(['png', 'gif', 'webp'] as const)('a %s that moves says how many frames it has', (kind) => {
  expect(pictureSizeOf(pictures[kind](320, 200, 300))).toEqual({ width: 320, height: 200, frames: 300 });
});

// Real files, written by other programs.
test.each([
  ['png', png(1), 1, 1],
  ['gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 1, 1],
  ['webp, lossy', Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'), 1, 1],
  ['webp, lossless', Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'), 1, 1],
  ['bmp of OS/2', Buffer.from('424d1e000000000000001a0000000c000000050007000100180000000000', 'hex'), 5, 7],
])('a %s is read', (_kind, bytes, width, height) => {
  expect(pictureSizeOf(bytes)).toEqual({ width, height, frames: 1 });
});

test('a frame beyond the edge of a gif counts', () => {
  const gif = pictures.gif(10, 10);
  gif.writeUInt16LE(60_000, gif.indexOf('2c0000', 19, 'hex') + 5);
  gif.writeUInt16LE(60_000, gif.indexOf('2c0000', 19, 'hex') + 7);
  expect(pictureSizeOf(gif)).toMatchObject({ width: 60_000, height: 60_000 });
});

test.each(kinds)(
  'a %s of 12,000 x 12,000 is not drawn and not kept, one of 8,000 x 6,000 is kept',
  (_kind, picture) => {
    expect([isDrawable(picture(12_000, 12_000)), isPictureTooLarge(picture(12_000, 12_000))]).toEqual([false, true]);
    expect([isDrawable(picture(8_000, 6_000)), isPictureTooLarge(picture(8_000, 6_000))]).toEqual([false, false]);
    expect([isDrawable(picture(6_000, 5_000)), isPictureTooLarge(picture(6_000, 5_000))]).toEqual([true, false]);
  },
);

test.each(['png', 'gif', 'webp'] as const)('a %s of very many large frames is not drawn', (kind) => {
  expect(isDrawable(pictures[kind](4_000, 4_000, 100))).toBe(false);
  expect(isDrawable(pictures[kind](400, 400, 100))).toBe(true);
});

test('what does not say its size is not drawn', () => {
  for (const [, picture] of kinds) expect(isDrawable(picture(640, 480).subarray(0, 9))).toBe(false);
  for (const bytes of ['', 'hello', 'GIF8', 'BM', 'RIFF____WEBP', '\xff\xd8'])
    expect([bytes, isDrawable(Buffer.from(bytes, 'latin1'))]).toEqual([bytes, false]);
});

// tests/browser/chat/picture-size.test.ts compares the same files with Chromium.
test.each(Object.entries(drawnPictures))('the size of %s is read', (_what, bytes) => {
  expect(pictureSizeOf(bytes)).toEqual({ width: 300, height: 200, frames: 1 });
});

const jpegs = Object.keys(fooledPictures).filter(
  (what) => what.startsWith('a jpeg with ') && !what.includes('small jpeg'),
);

test.each([
  ...jpegs,
  'a png with an unknown part before its header',
  'a bmp that holds a jpeg',
  'a bmp that holds a png',
])('%s does not say how large it is, so it is not drawn', (what) => {
  expect(fooledPictures[what] && pictureSizeOf(fooledPictures[what])).toBeUndefined();
});

test('the frames of a png are counted, whatever it promises', () => {
  const file = drawnPictures['a png that moves'] ?? Buffer.alloc(0);
  const at = file.indexOf('fcTL') - 4;
  const frame = file.subarray(at, at + 38);
  const many = Buffer.concat([
    file.subarray(0, at),
    ...Array.from({ length: 300 }, () => frame),
    file.subarray(at + 38),
  ]);
  expect(pictureSizeOf(many)).toEqual({ width: 300, height: 200, frames: 300 });
});

/** A picture of very many parts: what stands before them, these bytes again and again, and what stands after them. */
const ofParts = (count: number, head: Buffer, part: string, tail: Buffer = Buffer.of()): Buffer =>
  Buffer.concat([head, Buffer.alloc((count * part.length) / 2, Buffer.from(part, 'hex')), tail]);
const [tEXt, ANMF, extension, APP0] = ['000000007445587400000000', '414e4d4600000000', '210100', 'ffe00002'] as const;
const start = {
  png: (side: number) => pictures.png(side, side).subarray(0, 33),
  webp: (side: number) => pictures.webp(side, side, 2).subarray(0, 30),
  gif: (side: number) => pictures.gif(side, side).subarray(0, 19),
  jpg: Buffer.from('ffd8', 'hex'),
};
const manyParts = {
  'a png': ofParts(400_000, start.png(4), tEXt),
  'a webp': ofParts(600_000, start.webp(4), ANMF),
  'a gif of blocks': ofParts(1_600_000, start.gif(4), extension),
  'a gif of one block': ofParts(2_500_000, Buffer.concat([start.gif(4), Buffer.from('2101', 'hex')]), '0101'),
  'a jpeg of segments': ofParts(1_200_000, start.jpg, APP0, pictures.jpg(4, 4).subarray(2)),
  'a jpeg of fill bytes': ofParts(5_000_000, start.jpg, 'ff', pictures.jpg(4, 4).subarray(2)),
};

test.each(Object.entries(manyParts))(
  '%s of very many parts is looked at up to a limit, and not drawn',
  (_what, bytes) => {
    const read = vi.spyOn(DataView.prototype, 'getUint8');
    const drawable = isDrawable(bytes);
    const reads = read.mock.calls.length;
    read.mockRestore();
    expect(drawable).toBe(false);
    expect(reads).toBeLessThan(1_600_000);
  },
);

test.each(['png', 'webp'] as const)('a %s of very many parts has the size in its header', (kind) => {
  const part = { png: tEXt, webp: ANMF }[kind];
  const [small, large] = [4, 12_000].map((side) => ofParts(20_000, start[kind](side), part));
  expect(small && pictureSizeOf(small)).toEqual({ width: 4, height: 4, frames: Infinity });
  expect([small && isPictureTooLarge(small), large && isPictureTooLarge(large)]).toEqual([false, true]);
});

test.each([
  ['a jpeg', ofParts(20_000, start.jpg, APP0, pictures.jpg(12_000, 12_000).subarray(2))],
  ['a jpeg with two frame headers', ofParts(20_000, pictures.jpg(4, 4).subarray(0, -12), APP0)],
  ['a gif', ofParts(50_000, start.gif(4), extension, pictures.gif(4, 4).subarray(19))],
])('%s whose size may follow after very many parts counts as too large', (_what, bytes) => {
  expect(isPictureTooLarge(bytes)).toBe(true);
});

test.each([
  // A color profile and a preview in segments of 64 KB, and marks of the camera.
  ['a photograph of 600 segments', ofParts(600, start.jpg, APP0, pictures.jpg(640, 480).subarray(2)), 1],
  // 50 MB in chunks of 8 KB.
  ['a png of 6,500 chunks', ofParts(6_500, pictures.png(640, 480).subarray(0, 33), '000000004944415400000000'), 1],
  ['a gif of 15,000 frames', pictures.gif(640, 480, 15_000), 15_000],
  [
    'a gif of 200,000 blocks of data',
    ofParts(200_000, Buffer.concat([pictures.gif(640, 480).subarray(0, 19), Buffer.from('2101', 'hex')]), '0101'),
    1,
  ],
  ['a webp of 5,000 frames', pictures.webp(640, 480, 5_000), 5_000],
])('%s is read to its end', (_what, bytes, frames) => {
  expect(pictureSizeOf(bytes)).toEqual({ width: 640, height: 480, frames });
});

test('whatever follows its first bytes, it is read to an end', () => {
  const begins = kinds.map(([, picture]) => picture(640, 480));
  assert(
    property(constantFrom(...begins), nat(60), uint8Array({ maxLength: 2_000 }), (begin, at, rest) => {
      const size = pictureSizeOf(Buffer.concat([begin.subarray(0, at), rest]));
      expect(size === undefined || (size.width > 0 && size.height > 0 && size.frames > 0)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureSizeOf } from '#domain/ground/picture-size.ts';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { drawnPictures, fooledPictures } from '../../support/browser/drawn-pictures.ts';

/** Compares what Chromium decodes from a file with the size we predict before decoding. */

let device: Device;

beforeAll(async () => {
  device = await openDevice();
});
afterAll(() => device.close());

/** Returns the number of pixels Chromium decodes, as an image and as a bitmap; 0 when it refuses the file. */
async function drawn(bytes: Buffer): Promise<number> {
  return await device.page.evaluate(async (base64) => {
    const blob = await (await fetch(`data:application/octet-stream;base64,${base64}`)).blob();
    const bitmap = await createImageBitmap(blob).catch(() => ({ width: 0, height: 0 }));
    const image = new Image();
    image.src = URL.createObjectURL(blob);
    await image.decode().catch(() => undefined);
    return Math.max(bitmap.width * bitmap.height, image.naturalWidth * image.naturalHeight);
  }, bytes.toString('base64'));
}

test.each(Object.entries(drawnPictures))('%s is drawn by Chromium as large as we say', async (_what, bytes) => {
  const size = pictureSizeOf(bytes);
  expect(await drawn(bytes)).toBe(300 * 200);
  expect(size).toMatchObject({ width: 300, height: 200 });
});

test.each(Object.entries(fooledPictures))('%s is never drawn larger than we say', async (_what, bytes) => {
  const size = pictureSizeOf(bytes);
  const pixels = await drawn(bytes);
  expect(size === undefined || size.width * size.height >= pixels, `${JSON.stringify(size)} ${pixels}`).toBe(true);
});

import { expect, test } from 'vitest';
import { exportPage, type ExportedCommand } from '../../../../src/shell/waiting/export-page.ts';

const thing: ExportedCommand = {
  language: 'en',
  title: 'Message to Battery experts',
  made: 'Written Monday',
  reason: 'Not accepted: no',
  lines: ['One cell is swollen.', 'Which one? <b>"A&B"</b>'],
  filesTitle: 'Files',
  files: [],
  gone: 'no longer on this device',
};

test('the page shows what it is, when it was written, why it was refused, and the whole text', async () => {
  const page = await (await exportPage(thing)).text();
  for (const said of [thing.title, thing.made, thing.reason, 'One cell is swollen.']) expect(page).toContain(said);
});

test('user content is exported as text only', async () => {
  const page = await (await exportPage({ ...thing, title: '<script>alert(1)</script>' })).text();
  expect(page).not.toMatch(/<script|<b>/);
  expect(page).toContain('Which one? &lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt;');
});

test('attachments are inside, byte for byte, also large ones; one that is gone is named', async () => {
  const bytes = new Uint8Array(300_000).map((_, i) => i % 251);
  const files = [
    { name: 'a "photo".png', bytes: new Blob([bytes], { type: 'image/png' }) },
    { name: 'lost.pdf', bytes: null },
  ];
  const page = await (await exportPage({ ...thing, files })).text();
  expect(page).toContain('download="a &quot;photo&quot;.png"');
  const inside = /href="data:application\/octet-stream;base64,([^"]*)"/.exec(page)?.[1] ?? '';
  expect(Buffer.from(inside, 'base64').equals(Buffer.from(bytes))).toBe(true);
  expect(page).toContain('lost.pdf (no longer on this device)');
});

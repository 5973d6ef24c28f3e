import { expect, test } from 'vitest';
import { typeOfFile } from '../../../server/files/file-type.ts';
import { docx, html, pdf, png, svg, zip } from '../../support/sample-files.ts';

test.each([
  ['photo.png', png(), 'image/png'],
  ['PHOTO.PNG', png(), 'image/png'],
  ['report.pdf', pdf, 'application/pdf'],
  ['spec.docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('%s is accepted with its type', async (name, bytes, type) => {
  expect(await typeOfFile(name, bytes)).toBe(type);
});

test.each([
  ['an HTML page named as a picture', 'photo.png', html],
  ['an SVG drawing, which can run scripts', 'drawing.svg', svg],
  ['an SVG drawing named as a PNG picture', 'drawing.png', svg],
  ['a PNG picture named as a JPEG picture', 'photo.jpg', png()],
  ['a program', 'setup.exe', Buffer.from('MZ\u0090')],
  ['a file without an extension', 'photo', png()],
  ['a Word file with macros', 'order.docm', docx({ macros: true })],
  ['a Word file with macros whose name hides them', 'order.docx', docx({ macros: true })],
  ['a Word file with macros whose content type hides them', 'order.docx', docx({ macros: true, honest: false })],
  ['a zip archive named as a spreadsheet', 'data.xlsx', zip([['a.txt', 'hello']])],
  ['a Word file named as a spreadsheet', 'data.xlsx', docx()],
  ['a picture followed by a zip archive', 'photo.png', Buffer.concat([png(), zip([['a.txt', 'hello']])])],
  ['a picture followed by an HTML page', 'photo.png', Buffer.concat([png(), html])],
  ['an empty file', 'photo.png', Buffer.alloc(0)],
])('%s is refused', async (_what, name, bytes) => {
  expect(await typeOfFile(name, bytes)).toBeUndefined();
});

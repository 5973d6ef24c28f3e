import { expect, test } from 'vitest';
import { typeOfFile } from '../../../server/files/file-type.ts';
import { docx, html, pdf, png, svg, zip } from '../../support/sample-files.ts';

test.each([
  ['photo.png', png(), 'image/png'],
  ['PHOTO.PNG', png(), 'image/png'],
  ['report.pdf', pdf, 'application/pdf'],
  ['spec.docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('%s is accepted for what it is', async (name, bytes, type) => {
  expect(await typeOfFile(name, bytes)).toBe(type);
});

test.each([
  ['a page that calls itself a picture', 'photo.png', html],
  ['a drawing that can run scripts', 'drawing.svg', svg],
  ['such a drawing that calls itself a picture', 'drawing.png', svg],
  ['a picture of another kind than its name says', 'photo.jpg', png()],
  ['a program', 'setup.exe', Buffer.from('MZ\u0090')],
  ['a file without an ending', 'photo', png()],
  ['a Word file with macros', 'order.docm', docx({ macros: true })],
  ['a Word file with macros that hides them by its name', 'order.docx', docx({ macros: true })],
  ['a Word file with macros that hides them by its content type', 'order.docx', docx({ macros: true, honest: false })],
  ['a zip that calls itself a sheet', 'data.xlsx', zip([['a.txt', 'hello']])],
  ['a Word file that calls itself a sheet', 'data.xlsx', docx()],
  ['a picture with a zip behind it', 'photo.png', Buffer.concat([png(), zip([['a.txt', 'hello']])])],
  ['a picture with a page in it', 'photo.png', Buffer.concat([png(), html])],
  ['nothing at all', 'photo.png', Buffer.alloc(0)],
])('%s is refused', async (_what, name, bytes) => {
  expect(await typeOfFile(name, bytes)).toBeUndefined();
});

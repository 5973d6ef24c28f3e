import { expect, test } from 'vitest';
import { reportTypeOf } from '#domain/order/report-file.ts';
import { typeOfFile } from '../../../server/files/file-type.ts';
import { docx, html, pdf, png, svg, zip } from '../../support/sample-files.ts';

test.each([
  ['photo.png', png(), 'image/png'],
  ['PHOTO.PNG', png(), 'image/png'],
  ['report.pdf', pdf, 'application/pdf'],
  ['values.csv', Buffer.from('time_s,voltage_v\r\n1,3.7\r\n'), 'text/csv'],
  ['a table in Korean as Excel writes it, korean.csv', Buffer.from('bdc3b0a32cc0fcbed00d0a', 'hex'), 'text/csv'],
  ['a table whose first word is the mark of an image, bms.csv', Buffer.from('BMS,V\n1,3.7\n'), 'text/csv'],
  ['spec.docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('%s is accepted with its type', async (name, bytes, type) => {
  expect(await typeOfFile(reportTypeOf(name), bytes)).toBe(type);
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
  ['a picture named as a table', 'values.csv', png()],
  ['an HTML page named as a table', 'values.csv', html],
  ['a table in UTF-16', 'values.csv', Buffer.from('time,voltage\n', 'utf16le')],
  ['an empty file', 'photo.png', Buffer.alloc(0)],
])('%s is refused', async (_what, name, bytes) => {
  expect(await typeOfFile(reportTypeOf(name), bytes)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { isTextPasted } from '../../../../src/chat/compose/pasted-text.ts';

const picture = [{ type: 'image/png' }];

/** @param formats what the clipboard has beside its files */
function isText(formats: Record<string, string>, files = picture): boolean {
  return isTextPasted((format) => formats[format] ?? '', files);
}

const table = '<html><head><style>td { color: red }</style></head><body><table><tr><td>A</td><td>3,6</td></tr></table>';

test('cells of Excel, LibreOffice and Google Sheets are pasted as text, also with a picture of them', () => {
  expect(isText({ 'text/plain': 'A\t3,6\r\n', 'text/html': table })).toBe(true);
  expect(isText({ 'text/plain': '3,6', 'text/html': '<!--StartFragment--><td>3,6</td><!--EndFragment-->' })).toBe(true);
  expect(isText({ 'text/plain': 'words', 'text/html': '<p>words</p>' })).toBe(true);
});

test('a picture stays a picture: from the screen, from a page, or as a file', () => {
  expect(isText({})).toBe(false);
  expect(isText({ 'text/html': '<img src="a.png" alt="cell">' })).toBe(false);
  expect(isText({ 'text/plain': 'https://a/b.png', 'text/html': '<meta charset="utf-8"><img src="a.png">' })).toBe(
    false,
  );
  expect(isText({ 'text/plain': 'photo.png' })).toBe(false);
});

test('a file that is no picture is attached', () => {
  expect(isText({ 'text/plain': 'A', 'text/html': table }, [{ type: 'application/pdf' }])).toBe(false);
});

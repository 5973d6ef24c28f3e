import { expect, test } from 'vitest';
import { isWebAddress } from '../../../../src/chat/text/web-address.ts';

test.each(['https://example.org/a?b=c', 'http://example.org', 'HTTPS://EXAMPLE.ORG'])('%s becomes a link', (url) => {
  expect(isWebAddress(url)).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'https://',
  'x https://example.org',
  '',
])('%j stays text', (url) => {
  expect(isWebAddress(url)).toBe(false);
});

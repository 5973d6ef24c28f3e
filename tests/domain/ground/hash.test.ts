import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha1, sha256Hex, utf8 } from '#domain/ground/hash.ts';

const texts = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.toWellFormed());

test("our SHA-256 matches the standard library's", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }),
  );
});

test("our SHA-1 matches the standard library's", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(sha1(bytes)).toString('hex')).toBe(createHash('sha1').update(bytes).digest('hex'));
    }),
  );
});

test("our UTF-8 matches the standard library's", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(Buffer.from(utf8(text)).toString('hex')).toBe(Buffer.from(text, 'utf8').toString('hex'));
    }),
  );
});

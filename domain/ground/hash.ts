/** SHA-256 and SHA-1 in TypeScript: synchronous, the same on both sides. For large files use the platform's own. */

/** Returns the SHA-256 of a text (as UTF-8), as 64 hex digits. */
export function sha256Hex(text: string): string {
  return hex(sha256(utf8(text)));
}

/** Returns the SHA-1 of bytes. For name-based ids only, not for security. */
export function sha1(message: Uint8Array): Uint8Array {
  const blocks = padded(message);
  const h = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const w = new Uint32Array(80);
  for (let block = 0; block < blocks.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getUint32(block + i * 4);
    for (let i = 16; i < 80; i++) w[i] = rotl(at(w, i - 3) ^ at(w, i - 8) ^ at(w, i - 14) ^ at(w, i - 16), 1);
    let [a, b, c, d, e] = h as unknown as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const next = (rotl(a, 5) + f + e + k + at(w, i)) >>> 0;
      [a, b, c, d, e] = [next, a, rotl(b, 30), c, d];
    }
    addInto(h, [a, b, c, d, e]);
  }
  return bytes(h);
}

function sha256(message: Uint8Array): Uint8Array {
  const blocks = padded(message);
  const h = Uint32Array.from(initial);
  const w = new Uint32Array(64);
  for (let block = 0; block < blocks.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const w15 = at(w, i - 15);
      const w2 = at(w, i - 2);
      const s0 = rotr(w15, 7) ^ rotr(w15, 18) ^ (w15 >>> 3);
      const s1 = rotr(w2, 17) ^ rotr(w2, 19) ^ (w2 >>> 10);
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, j] = h as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
      const t1 = (j + s1 + ((e & f) ^ (~e & g)) + at(rounds, i) + at(w, i)) >>> 0;
      const s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [a, b, c, d, e, f, g, j] = [(t1 + t2) >>> 0, a, b, c, (d + t1) >>> 0, e, f, g];
    }
    addInto(h, [a, b, c, d, e, f, g, j]);
  }
  return bytes(h);
}

/** Returns the first 32 bits of the fractional part of a prime's root, which is how SHA-256 defines its constants. */
function fraction(prime: number, root: 2 | 3): number {
  const target = BigInt(prime) << BigInt(32 * root);
  let low = 0n;
  let high = 1n << 48n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(root) <= target) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
const initial = primes.slice(0, 8).map((prime) => fraction(prime, 2));
const rounds = Uint32Array.from(primes.map((prime) => fraction(prime, 3)));

function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const block = new Uint8Array(length);
  block.set(message);
  block[message.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length << 3) >>> 0);
  return view;
}

function addInto(h: Uint32Array, words: number[]): void {
  for (const [i, word] of words.entries()) h[i] = at(h, i) + word;
}

function bytes(words: Uint32Array): Uint8Array {
  const out = new DataView(new ArrayBuffer(words.length * 4));
  for (const [i, word] of words.entries()) out.setUint32(i * 4, word);
  return new Uint8Array(out.buffer);
}

function at(words: Uint32Array, i: number): number {
  return words[i] as number;
}

function rotl(word: number, by: number): number {
  return ((word << by) | (word >>> (32 - by))) >>> 0;
}

function rotr(word: number, by: number): number {
  return rotl(word, 32 - by);
}

function hex(of: Uint8Array): string {
  return Array.from(of, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Encodes text as UTF-8 without `TextEncoder`, which is not part of ECMAScript. A lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const out: number[] = [];
  for (const character of text) {
    let code = character.codePointAt(0) as number;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) out.push(code);
    else if (code < 0x800) out.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      out.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
  }
  return Uint8Array.from(out);
}

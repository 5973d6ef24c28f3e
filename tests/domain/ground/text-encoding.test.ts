import { expect, test } from 'vitest';
import { textOfBytes } from '#domain/ground/text-encoding.ts';

const bytesOf = (text: string, encoding: 'utf8' | 'utf16le' | 'latin1') => new Uint8Array(Buffer.from(text, encoding));
const bigEndian = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

/** Bytes of Windows-1252: those of Latin-1, and the signs that it has besides. */
const western = (text: string) =>
  new Uint8Array(
    Buffer.from(
      text.replaceAll(
        /[€–’„“…]/g,
        (sign) => ({ '€': '\x80', '–': '\x96', '’': '\x92', '„': '\x84', '“': '\x93', '…': '\x85' })[sign] ?? sign,
      ),
      'latin1',
    ),
  );

/** Pairs of CP949: those of EUC-KR, which Node.js knows, and some rarer ones as the tables of Windows have them. */
const pairs = new Map([
  ['똠', [0x8c, 0x63]],
  ['펲', [0xbc, 0x84]],
  ['햏', [0xc1, 0x64]],
  ['갂', [0x81, 0x41]],
  ['힣', [0xc6, 0x52]],
]);
const decoder = new TextDecoder('euc-kr');
for (let lead = 0xa1; lead <= 0xfd; lead++) {
  for (let trail = 0xa1; trail <= 0xfe; trail++) {
    const sign = decoder.decode(Uint8Array.of(lead, trail));
    if (sign.length === 1 && sign !== '\ufffd' && !pairs.has(sign)) pairs.set(sign, [lead, trail]);
  }
}
const korean = (text: string) =>
  Uint8Array.from(text.split('').flatMap((sign) => pairs.get(sign) ?? [sign.codePointAt(0) ?? 0]));

test.each([
  'Question;Answer\r\nWie groß ist die Öffnung?;3,5 µm bei 25 °C',
  '질문,답변\r\n전압은?,3.6 V',
  'plain, 1',
  '',
])('UTF-8 and UTF-16 are read with and without their mark: %s', (text) => {
  for (const marked of [text, `\uFEFF${text}`]) {
    expect(textOfBytes(bytesOf(marked, 'utf8'))).toBe(text);
    expect(textOfBytes(bytesOf(marked, 'utf16le'))).toBe(text);
    expect(textOfBytes(bigEndian(marked))).toBe(text);
  }
});

test.each([
  '질문,답변\r\n충전 종지 전압은?,3.65 V',
  '온도 25℃, 두께 10㎛ ± 2',
  'Temp,25℃\r\n',
  '전지',
  '똠방각하 비행기에서 펲시콜라를 마신 햏자 갂 힣 이야기', // with syllables that only CP949 has
  '電池 규격\r\n',
  '이름;값\r\n시료 A;1,5',
])('Korean of Excel (CP949) is read: %s', (text) => {
  expect(textOfBytes(korean(text))).toBe(text);
});

test.each([
  'Größe;Öffnung;Überlänge\r\n3,5;2;1',
  'für',
  'Größe',
  'Änderung',
  'Spannung bei 25 °C',
  '25°C;10 µm;5 m²;±0,1',
  'Preis: 450 €',
  '„Zelle“ – it’s fine…',
  'Épaisseur très élevée, à mesurer',
  '¿Cuántos años? ¡Sí!',
])('German and other Western text of Excel (Windows-1252) is read: %s', (text) => {
  expect(textOfBytes(western(text))).toBe(text);
});

test('a character that was cut off at the end changes nothing before it', () => {
  expect(textOfBytes(bytesOf('전압 전류', 'utf8').subarray(0, -1))).toBe('전압 전');
  expect(textOfBytes(bytesOf('Öl, Maß', 'utf8').subarray(0, -1))).toBe('Öl, Ma');
  expect(textOfBytes(korean('전압 전류').subarray(0, -1))).toBe('전압 전');
  expect(textOfBytes(bytesOf('\uFEFF전압', 'utf16le').subarray(0, -1))).toBe('전');
});

test('one damaged byte does not make a Korean text Western', () => {
  const bytes = korean('질문,답변\r\n충전 종지 전압은?,3.65 V');
  expect(textOfBytes(Uint8Array.from([...bytes, 0xff, 0x20]))).toMatch(/^질문,답변\r\n충전 종지 전압은\?,3\.65 V/);
});

import { expect, test } from 'vitest';
import { searchWords } from '#domain/ground/text-search.ts';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { findInRooms } from '../../../src/assistant/views/conversation-search.ts';
import { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';

/** Searches that a device makes without a network and the server makes over everything: both find the same. */

const server = await provideServer();

/** A word as it was written, and as others type it: each must be found, and only in its own conversation. */
const words: readonly (readonly [written: string, ...typed: string[]])[] = [
  ['Öltemperatur', 'ÖLTEMPERATUR', 'öltemperatur', 'oltemperatur', 'O\u0308ltemperatur'],
  ['Überladung', 'ÜBERLADUNG', 'überladung', 'uberladung', 'U\u0308BERLADUNG'],
  ['Straßentransport', 'STRASSENTRANSPORT', 'strassentransport', 'straßentransport', 'STRAẞENTRANSPORT'],
  ['MASSSTAB', 'Maßstab', 'massstab', 'MAẞSTAB', 'maßstab'],
  ['Kältekammer', 'KÄLTEKAMMER', 'kaltekammer', 'ka\u0308ltekammer', 'KALTEKAMMER'],
  ['Ёмкость', 'ёмкость', 'ЁМКОСТЬ', 'емкость', 'Е\u0308мкость'],
  ['разряд', 'РАЗРЯД', 'Разряд', 'азря', 'РАЗР'],
  ['Сепаратор', 'СЕПАРАТОР', 'сепаратор', 'епарато', 'сЕПАР'],
  ['ÉLECTROLYTE', 'électrolyte', 'electrolyte', 'E\u0301LECTROLYTE', 'Électrolyte'],
  ['café', 'cafe', 'CAFÉ', 'CAFE', 'cafe\u0301'],
  ['Ångström', 'angstrom', 'ÅNGSTRÖM', '\u212bngström', 'A\u030angstro\u0308m'],
  ['Łódź', 'lodz', 'ŁÓDŹ', 'łódź', 'LODZ'],
  ['Özgür', 'özgür', 'ÖZGÜR', 'ozgur', 'O\u0308zgu\u0308r'],
  ['İzmir', 'izmir', 'IZMIR', 'İZMİR', 'ızmir'],
  ['Diyarbakır', 'DIYARBAKIR', 'diyarbakir', 'DİYARBAKIR', 'diyarbakır'],
  ['Žilina', 'zilina', 'ŽILINA', 'žilina', 'Z\u030cilina'],
  ['señal', 'SEÑAL', 'senal', 'sen\u0303al', 'Señal'],
  ['corrosão', 'CORROSÃO', 'corrosao', 'corrosa\u0303o', 'Corrosão'],
  ['Điện', 'dien', 'ĐIỆN', 'điện', 'DIEN'],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ', 'σίσυφος', 'σισυφος', 'ΣΙΣΥΦΟΣ'],
  ['ΟΔΟΣ', 'οδος', 'Οδός', 'ΟΔΌΣ', 'οδοσ'],
  ['분리막', '분리', '리막', '\u1107\u116e\u11ab\u1105\u1175\u1106\u1161\u11a8', '분리막'.normalize('NFD')],
  ['저항을', '저항', '항을', '저항을'.normalize('NFD'), '저항'.normalize('NFD')],
  ['전해액', '해액', '전해', '전해액'.normalize('NFKD'), '해액'.normalize('NFD')],
  ['セパレータ', 'ｾﾊﾟﾚｰﾀ', 'セパレ', 'パレータ', 'セハ\u309aレータ'],
  ['電解液', '解液', '電解', '電', '液'],
  ['ガス', 'カ\u3099ス', 'ｶﾞｽ', 'ガ', 'カ\u3099'],
  ['１２３４５ｍｍ', '12345mm', '12345MM', '１２３４５', '345mm'],
  ['ﬂuorinated', 'fluorinated', 'FLUORINATED', 'luori', 'ﬂuo'],
  ['½-cell', '1/2-cell', '½', '1⁄2', '1/2‑CELL'],
  ['mAh/cm²', 'mah/cm2', 'MAH/CM²', 'mAh/cm2', 'ah/cm²'],
  ['77℃', '77°C', '77°c', '77 ℃'.replace(' ', ''), '７７℃'],
  ['µ-Raman', 'μ-raman', 'Μ-RAMAN', 'µ‑RAMAN', '-raman'],
  ['kΩ-meter', 'kω-meter', 'K\u2126-METER', 'k\u2126-meter', 'KΩ‐meter'],
  ['O’Brien', "o'brien", 'O‘BRIEN', 'o’brien', "'brien"],
  ['“dry room”', '"dry', 'room"', '„DRY', 'room“'],
  ['NMC‑955', 'nmc-955', 'NMC–955', 'nmc−955', 'NMC-955'],
  ['בַּטֵּרִיָּה', 'בטריה', 'בטרי', 'טריה', 'בַּטֵּרִיָּה'],
  ['بَطَّارِيَّة', 'بطارية', 'بطار', 'طارية', 'بَطَّارِيَّة'],
  ['co\u00adating\u200btool', 'coatingtool', 'COATING', 'ingtool', 'tingt'],
];

/** Neither finds these, although they are near: voicing, other syllables, signs that mean something in a pattern. */
const notFound = ['カス', '저하', '전햄', 'Oltemperaturen', 'straze', '_', '\\d', '.*', '123456', 'nmc95 5'];

test('what I search in any case, accents, width or composition is found on my device and on the server', async () => {
  const who = await server.signIn('engineer');
  const device = await Device.open(server, who);
  const roomOf = new Map<string, string>();
  for (const [written] of words) {
    const { roomId } = await askQuestion(device.ctx, { text: `Zxq ${written} zxq`, chatType: 1 });
    roomOf.set(written, roomId);
    await device.sync();
  }
  const all = [...roomOf.values()];
  const here = async (query: string) => [...(await findInRooms(device.ctx.db, all, searchWords(query))).keys()];
  const there = async (query: string) => {
    const { body } = await server.request(who, 'GET', `/chat/search?q=${encodeURIComponent(query)}`);
    return (body as { items: { room_id: string }[] }).items.map(({ room_id }) => room_id);
  };
  const searches = words.flatMap(([written, ...typed]) => [written, ...typed].map((query) => ({ written, query })));
  expect(searches).toHaveLength(200);
  for (const { written, query } of searches) {
    const found = await here(query);
    expect(found, query).toContain(roomOf.get(written));
    expect((await there(query)).toSorted(), query).toEqual(found.toSorted());
  }
  for (const query of notFound) expect([await here(query), await there(query)], query).toEqual([[], []]);
  device.close();
});

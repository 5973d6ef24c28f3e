import { expect, test } from 'vitest';
import { chooseParticles } from '../../../src/i18n/particles.ts';

test.each([
  ['“전지 시험”은(는) 읽을 수 없습니다.', '“전지 시험”은 읽을 수 없습니다.'],
  ['“배터리”은(는) 읽을 수 없습니다.', '“배터리”는 읽을 수 없습니다.'],
  ['“1,000”은(는) 두 가지로 읽을 수 있습니다.', '“1,000”은 두 가지로 읽을 수 있습니다.'],
  ['버전 2을(를) 저장했습니다', '버전 2를 저장했습니다'],
  ['버전 3(으)로 답합니다', '버전 3으로 답합니다'],
  ['버전 7(으)로 답합니다', '버전 7로 답합니다'],
  ['서울(으)로 보냅니다', '서울로 보냅니다'],
  ['김민수와(과)의 메시지', '김민수와의 메시지'],
  ['박준와(과)의 메시지', '박준과의 메시지'],
  ['€4,342.00을(를) 결제해 주세요.', '€4,342.00를 결제해 주세요.'],
  ['₩4,000이(가) 결제됩니다.', '₩4,000이 결제됩니다.'],
  ['“철수”이(가) 두 번, “영수”을(를) 한 번', '“철수”가 두 번, “영수”를 한 번'],
])('“%s” is shown as “%s”', (text, shown) => {
  expect(chooseParticles(text)).toBe(shown);
});

test('after letters whose sound is not known, both forms stay', () => {
  expect(chooseParticles('“Mara”은(는) 이미 있습니다.')).toBe('“Mara”은(는) 이미 있습니다.');
  expect(chooseParticles('nia@lab.test(으)로 보냈습니다.')).toBe('nia@lab.test(으)로 보냈습니다.');
});

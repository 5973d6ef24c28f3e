import type { Formula } from './formula.ts';
import { cycles } from './inputs.ts';
import { words } from '../../quantities/words.ts';

/** Formula of the charge that is left after cycles of a coulombic efficiency. */

export const chargeKept: readonly Formula[] = [
  {
    id: 'charge-kept',
    title: words('Charge left after cycles of a coulombic efficiency', '쿨롱 효율로 사이클 후 남는 용량'),
    entries: ['321', '58'],
    inputs: [
      {
        key: 'efficiency',
        label: words('Coulombic efficiency', '쿨롱 효율'),
        dimension: 'share',
        unit: '%',
        min: 90,
        max: 100,
      },
      cycles,
    ],
    outputs: [
      {
        key: 'kept',
        label: words('Left', '남는 용량'),
        dimension: 'share',
        unit: '%',
        expression: '(efficiency / 100) ^ cycles * 100',
      },
    ],
    asks: /^(?![^]*(?:(?:what|which|how high|how much) (?:ce|coulombic)|(?:ce|효율)[은는이가]? ?(?:몇|얼마)))[^]*(?:\bce\b|coulombic|쿨롱|쿨롬|ce(?=[가는은이]))/i,
    names: /\bce\b|coulombic|쿨롱|쿨롬/i,
    sentence: [
      words(
        'At {efficiency} about {kept} is left after {cycles} cycles.',
        '쿨롱 효율 {efficiency}이면 {cycles}사이클 뒤 약 {kept} 남습니다.',
      ),
    ],
    notes: [
      words(
        'all charge that is lost is lithium that no cycle gets back; a real cell often keeps more',
        '잃는 전하는 모두 되찾지 못하는 리튬으로 봄; 실제 셀은 더 많이 남는 경우가 많음',
      ),
    ],
  },
];

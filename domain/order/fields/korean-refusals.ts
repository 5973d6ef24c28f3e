import type { CheckCode } from '../data/check-texts.ts';

/** Korean texts of the rules that a cell of a question may break, as the screens have them. */
export const koreanRefusals: Partial<Record<CheckCode, string>> = {
  TOO_FEW_CELLS: '이 규격은 {{0}}개부터 제작합니다.',
  CELLS_TOO_FEW:
    '시험에는 셀이 적어도 {{0}}개 필요하고, 그중 {{1}}개는 안전 시험에서 파괴됩니다. 주문은 {{2}}개입니다. 셀을 더 주문하거나 시험을 줄여 주세요.',
  CELLS_ONE_TEST: '시험 하나에 셀 {{0}}개가 필요하지만 주문은 {{1}}개입니다. 셀을 더 주문하거나 시험을 줄여 주세요.',
  NO_CAPACITY: '용량을 입력해 주세요. 시험 전류, 소요 시간, 가격은 용량에 따라 정해집니다.',
  ANODE_HOLDS_LESS:
    '음극 용량이 양극의 {{0}}배(N/P)라서 리튬이 석출됩니다. 음극 로딩을 높이거나 양극 로딩을 낮춰 주세요.',
  STACK_TOO_THICK: '스택 두께는 {{0}} mm인데 외장에는 {{1}} mm까지 들어갑니다. 층 수를 줄이거나 코팅을 얇게 해 주세요.',
  SHEET_TOO_LARGE: '음극이 덮개나 실링이 있는 외장에 들어가지 않습니다. 음극을 줄이거나 외장을 키워 주세요.',
  COIN_TOO_WIDE: '2032 케이스에는 지름 17 mm까지의 디스크가 들어갑니다.',
  ROLL_TOO_WIDE: '젤리롤 지름은 {{0}} mm인데 {{1}} mm까지 들어갑니다. 전극을 줄이거나 코팅을 얇게 해 주세요.',
  CELL_TOO_LARGE: '셀 용량이 {{0}} Ah입니다. 안전 시험은 {{1}} Ah까지 진행합니다.',
  CURRENT_TOO_LARGE: '시험에 {{0}} A가 필요하지만 가장 큰 채널은 {{1}} A까지입니다.',
};

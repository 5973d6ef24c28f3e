import { expect, test } from 'vitest';
import { differingFigures } from '../../../../../domain/assistant/knowledge/qna/differing-figures.ts';

test('figures of one kind that only one of two answers has are named as they are written', () => {
  expect(differingFigures('Charge to 4.2 V at 25 °C.', 'Charge to 4.35 V at 25 °C.')).toEqual([
    { here: ['4.2 V'], there: ['4.35 V'] },
  ]);
});

test('the same figure in another unit, a rounded one, and one that the other lacks altogether do not differ', () => {
  expect(differingFigures('It takes 2 h and 0.5 A.', 'It takes 120 min.')).toEqual([]);
  expect(differingFigures('17.5 mm wide', '17.54 mm wide')).toEqual([]);
});

test('numbers without a unit and sizes of cells are not compared', () => {
  expect(differingFigures('18650 cells, about 7 of them', '21700 cells, about 9')).toEqual([]);
});

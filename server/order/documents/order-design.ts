import type { OrderDoc } from '#domain/order/data/order.ts';
import { buildsCells, runsTests } from '#domain/order/data/services.ts';
import { specificationOf } from '#domain/order/checks/specification.ts';
import { nameOfTest } from '#domain/order/fields/test-name.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { drawCell } from './cell-drawings.ts';
import { edge, pale, width, type Pen } from '../../documents/pen.ts';
import { drawTest, heightOf } from './test-drawing.ts';
import type { Words } from '../../documents/words.ts';

/** Writes what an order is for: its specification, the drawings of its cell, and what its tests do. */
export function writeDesign(pen: Pen, words: Words, doc: OrderDoc): void {
  const { say, t } = words;
  pen.heading(say('drawings.specification', {}));
  writeSpecification(pen, words, doc);
  if (buildsCells(doc)) drawCell(pen, words, doc);
  const tests = runsTests(doc) ? testsOf(doc) : [];
  const [first] = tests;
  if (first !== undefined) pen.heading(say('drawings.tests', {}), heightOf(doc, first, words));
  tests.forEach((test, index) => {
    const name = t('tests.name', { index: index + 1, type: nameOfTest(t, doc, test) });
    drawTest(pen, words, { doc, test, name });
  });
}

/** Space between the two columns of a row. */
const gap = 16;

function writeSpecification(pen: Pen, words: Words, doc: OrderDoc): void {
  for (const { title, rows } of specificationOf(doc, words)) {
    pen.need(64);
    pen.down(6);
    pen.write(title, { bold: true });
    const left = width * 0.55;
    for (const { label, text } of rows) {
      pen.need(15 * (1 + Math.ceil(text.length / 34)));
      const top = pen.y;
      pen.write(label, { size: 9, color: pale, width: left - gap });
      const below = pen.y;
      pen.y = top;
      pen.write(text, { size: 9, x: edge + left, width: width - left });
      pen.y = Math.max(pen.y, below);
    }
  }
}

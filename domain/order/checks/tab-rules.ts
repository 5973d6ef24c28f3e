import { rule, type CellRule } from './cell-rule.ts';
import { figure } from '../data/check.ts';
import { electrodes, type Electrode } from '../data/electrodes.ts';
import { buildOf, formatOf } from '../data/formats.ts';
import { isWound } from '../cell/geometry.ts';
import type { OrderDoc } from '../data/order.ts';
import { bareEdge_mm, tabEdge_mm, tabGap_mm, weldEdge_mm, widthOfTabs_mm } from '../cell/tabs.ts';

/** Rules about the tabs: they fit onto bare foil, and never touch each other. */

const isTabless = (doc: OrderDoc, electrode: Electrode) => doc[`tab_${electrode}`] === 'full-edge (tabless)';
const isOfSheets = (doc: OrderDoc) => ['layer', 'stack', 'prismatic'].includes(buildOf(doc) ?? '');

export const tabRules: readonly CellRule[] = electrodes.flatMap((electrode): CellRule[] => {
  const edge = `electrodes/${electrode}/uncoatedAreaVerticalLength_mm`;
  const width = `electrodes/${electrode}/tabWidth_mm`;
  const count = `electrodes/${electrode}/tabCount`;
  const isTabbed = (doc: OrderDoc) => !isTabless(doc, electrode) && doc[`tab_${electrode}`] !== 'none';
  return [
    rule('TABLESS_EDGE', 'block', edge, ({ doc, at }) => isTabless(doc, electrode) && at(edge) <= 3 && []),
    rule('TAB_TOO_WIDE', 'block', width, ({ doc, at, of }) => {
      const bare = of(electrode, 'uncoatedAreaHorizontalLength_mm');
      return isWound(doc) && !isTabless(doc, electrode) && at(width) > bare - 2 && [figure(bare - 2)];
    }),
    rule('TABS_TOO_MANY', 'block', count, ({ doc, at, of }) => {
      const bare = of(electrode, 'uncoatedAreaHorizontalLength_mm');
      const needed = at(count) * (at(width) + 2);
      return (
        isWound(doc) && isTabbed(doc) && at(count) > 1 && needed > bare && [at(count), figure(needed), figure(bare)]
      );
    }),
    rule('TAB_WIDER_THAN_CELL', 'block', width, ({ doc, at }) => {
      const inner = formatOf(doc)?.innerDiameter_mm ?? Number.NaN;
      return isTabbed(doc) && at(width) >= inner && [figure(inner)];
    }),
    rule('TABS_TOUCH', 'block', width, ({ doc }) => {
      const edge_mm = tabEdge_mm(doc) ?? Number.NaN;
      const tabs = widthOfTabs_mm(doc) ?? Number.NaN;
      const most = Math.floor((edge_mm - tabGap_mm) / 2);
      return (
        isTabbed(doc) && tabs + tabGap_mm > edge_mm && [figure(tabs), tabGap_mm, figure(edge_mm), Math.max(1, most)]
      );
    }),
    rule('TAB_NO_EDGE', 'block', edge, ({ doc }) => {
      const bare = bareEdge_mm(doc, electrode) ?? Number.NaN;
      return isOfSheets(doc) && isTabbed(doc) && bare < weldEdge_mm && [figure(bare), weldEdge_mm];
    }),
  ];
});

import type { Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { formatOf } from '../data/formats.ts';
import { coatedLength_mm, coatedWidth_mm, sidesOf } from '../cell/geometry.ts';
import type { OrderDoc } from '../data/order.ts';
import { tabStart_mm } from '../cell/tabs.ts';

/** A rectangle in mm, from the start and the upper edge of its electrode. */
export interface Area {
  x_mm: number;
  y_mm: number;
  width_mm: number;
  height_mm: number;
}

/** One electrode laid flat, seen on its front; the back is seen through it, so that both have the same start. */
export interface Web {
  electrode: Electrode;
  /** Start of the web, from the start of the electrode that starts first. */
  start_mm: number;
  length_mm: number;
  height_mm: number;
  /** Coated areas of the front and of the back; none on the back of a single-sided electrode. */
  front: Area[];
  back: Area[];
  /** Tabs; they stand out of the upper edge of the cathode and the lower edge of a wound anode. */
  tabs: Area[];
}

/** Length of a tab drawn beyond the edge, in mm. The order has no field for it. */
const tabBeyond_mm = 8;

/**
 * Returns an electrode laid flat. Where the bare foil and the tabs lie along the web is no field of an order: with one
 * tab the bare foil is at the start, with more it is spread evenly from the start to the end.
 * @returns undefined while its length or height is missing, or for a disc
 */
export function webOf(doc: OrderDoc, electrode: Electrode): Web | undefined {
  const at = (key: string) => asNumber(doc[`electrodes/${electrode}/${key}`]);
  const length = at('electrodeHorizontalLength_mm');
  const height = at('electrodeVerticalLength_mm');
  const coated = coatedLength_mm(doc, electrode);
  const width = coatedWidth_mm(doc, electrode);
  if (length === undefined || height === undefined || coated === undefined || width === undefined) return undefined;
  const isTabless = doc[`tab_${electrode}`] === 'full-edge (tabless)' || doc[`tab_${electrode}`] === 'none';
  const count = isTabless ? 1 : Math.max(1, at('tabCount') ?? 1);
  const gaps = gapsOf(length, length - coated, count);
  const wound = formatOf(doc)?.wound === true;
  const isBelow = wound && electrode === 'anode';
  const top = bandTop_mm(height, width, at('uncoatedAreaVerticalLength_mm') ?? 0, isBelow);
  const front = bandsOf(length, gaps, top, width);
  const offset = at('ab_offset') ?? 0;
  return {
    electrode,
    start_mm: startOf_mm(doc, electrode),
    length_mm: length,
    height_mm: height,
    front,
    back: sidesOf(doc, electrode) === 1 ? [] : front.map((area) => ({ ...area, y_mm: area.y_mm + offset })),
    tabs: isTabless ? [] : tabsOf(doc, { electrode, length, height, gaps, isBelow }),
  };
}

/** Returns where the cathode's coating lies on the anode, in the anode's coordinates; undefined if either is missing. */
export function facingOn(anode: Web, cathode: Web): Area | undefined {
  const [first, last] = [cathode.front[0], cathode.front.at(-1)];
  const below = anode.front[0];
  if (first === undefined || last === undefined || below === undefined) return undefined;
  return {
    x_mm: cathode.start_mm + first.x_mm - anode.start_mm,
    y_mm: below.y_mm + (below.height_mm - first.height_mm) / 2,
    width_mm: last.x_mm + last.width_mm - first.x_mm,
    height_mm: first.height_mm,
  };
}

/** The phase shift is the lead of the anode's start; where it is negative, the cathode starts first. */
function startOf_mm(doc: OrderDoc, electrode: Electrode): number {
  if (formatOf(doc)?.wound !== true) return 0;
  const shift = asNumber(doc['electrodePhaseShift_mm']) ?? 0;
  return electrode === 'cathode' ? Math.max(0, shift) : Math.max(0, -shift);
}

/** Upper edge of the coated band: beside the bare edge, or in the middle where there is none. */
function bandTop_mm(height: number, width: number, bare: number, isBelow: boolean): number {
  if (bare === 0) return (height - width) / 2;
  return isBelow ? height - bare - width : bare;
}

function gapsOf(length: number, bare: number, count: number): [from: number, to: number][] {
  const gap = bare / count;
  return Array.from({ length: count }, (_, i) => {
    const from = count === 1 ? 0 : (i / (count - 1)) * (length - gap);
    return [from, from + gap];
  });
}

function bandsOf(length: number, gaps: readonly [number, number][], top: number, width: number): Area[] {
  const ends = [0, ...gaps.flat(), length];
  const bands: Area[] = [];
  for (let i = 0; i + 1 < ends.length; i += 2) {
    const [from = 0, to = 0] = ends.slice(i, i + 2);
    if (to - from > 1e-9) bands.push({ x_mm: from, y_mm: top, width_mm: to - from, height_mm: width });
  }
  return bands;
}

interface TabPlaces {
  electrode: Electrode;
  length: number;
  height: number;
  gaps: readonly [number, number][];
  isBelow: boolean;
}

function tabsOf(doc: OrderDoc, { electrode, length, height, gaps, isBelow }: TabPlaces): Area[] {
  const width = asNumber(doc[`electrodes/${electrode}/tabWidth_mm`]);
  if (width === undefined) return [];
  if (formatOf(doc)?.wound !== true) {
    const x = tabStart_mm(doc, electrode, length);
    return [{ x_mm: x, y_mm: -tabBeyond_mm, width_mm: width, height_mm: tabBeyond_mm + 2 }];
  }
  const tall = tabBeyond_mm + height * 0.85;
  const y = isBelow ? height * 0.15 : -tabBeyond_mm;
  return gaps.map(([from, to]) => ({ x_mm: (from + to - width) / 2, y_mm: y, width_mm: width, height_mm: tall }));
}

import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { formatOf } from '#domain/order/data/formats.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { MissingPicture } from './missing-picture.tsx';
import { PictureCard, type Verdict } from './picture-card.tsx';
import { Part } from './part.tsx';
import type { PartText } from './part-texts.ts';
import type { PictureProps } from './picture-props.ts';
import { scaleWithin } from './scale.ts';
import { rollShapesOf, type RollShapes } from '#domain/order/pictures/roll-shapes.ts';
import styles from './picture.module.css';

const length = 'electrodes/cathode/electrodeHorizontalLength_mm';

/** The roll in its can, seen along its axis: shaft, turns, closing separator, clearance, and whether it fits. */
export function RollPicture({ drawn, texts, ...card }: PictureProps) {
  const { t, i18n } = useTranslation('navigator');
  const shapes = rollShapesOf(drawn.doc);
  if (shapes === undefined)
    return <MissingPicture picture="roll" title={t('pictures.roll')} drawn={drawn} texts={texts} {...card} />;
  const { roll, can, clearance_mm, excess_mm } = shapes;
  const across_mm = 1.02 * Math.max(roll.diameter_mm, can?.outer_mm ?? 0);
  const scale = scaleWithin(across_mm, 300);
  const format = formatOf(drawn.doc)?.code ?? '';
  const parts: Record<string, PartText | undefined> = {
    can:
      can === undefined
        ? undefined
        : texts.other('format', t('pictures.canInside', { format }), texts.mm(can.inner_mm)),
    clearance:
      clearance_mm === undefined || excess_mm > 0
        ? undefined
        : texts.other(length, t('pictures.clearance'), texts.mm(clearance_mm), t('pictures.clearanceFormula')),
    excess:
      excess_mm === 0
        ? undefined
        : texts.other(length, t('pictures.excess'), texts.mm(excess_mm), t('pictures.excessFormula')),
    widest: texts.figure('rollMax'),
    roll: texts.figure('roll'),
    turns: texts.figure('turns'),
    outer: texts.field('separatorOuterTurns'),
    cathode: texts.field(length),
    anode: texts.field('electrodes/anode/electrodeHorizontalLength_mm'),
    start: texts.figure('start'),
    inner: texts.field('separatorInnerTurns'),
    shaft: texts.field('windingShaftDiameter_mm'),
  };
  const turns = texts.figure('turns')?.value ?? '';
  const verdicts = verdictsOn(shapes, texts, t);
  const said = [
    t('pictures.rollSaid', {
      turns,
      diameter: texts.mm(roll.diameter_mm),
      shaft: texts.mm(shapes.shaft_mm),
      inner: can === undefined ? '-' : texts.mm(can.inner_mm),
    }),
    ...verdicts.map(({ text }) => text),
  ].join(' ');
  return (
    <PictureCard
      {...card}
      title={t('pictures.roll')}
      scale={t('pictures.rollScale', { format, turns, factor: figureOf(i18n.language, scale.factor) })}
      verdicts={verdicts}
      said={said}
      parts={parts}
    >
      <Drawing shapes={shapes} parts={parts} across_mm={across_mm} across_px={across_mm * scale.px_per_mm} />
    </PictureCard>
  );
}

/** Returns whether the roll fits into its can; nothing without a can. */
function verdictsOn(
  { clearance_mm, excess_mm }: RollShapes,
  texts: PictureProps['texts'],
  t: TFunction<'navigator'>,
): Verdict[] {
  if (clearance_mm === undefined) return [];
  return excess_mm > 0
    ? [{ tone: 'danger', text: t('pictures.rollTooWide', { by: texts.mm(excess_mm) }) }]
    : [{ tone: 'ok', text: t('pictures.rollFits', { by: texts.mm(clearance_mm) }) }];
}

interface DrawingProps {
  shapes: RollShapes;
  parts: Record<string, PartText | undefined>;
  /** Width of the drawing, in mm of the cell and in pixels. */
  across_mm: number;
  across_px: number;
}

function Drawing({ shapes, parts, across_mm, across_px }: DrawingProps) {
  const { roll, can, shaft_mm, wound_mm, excess_mm } = shapes;
  const half = across_mm / 2;
  const widest = roll.widest_mm ?? roll.diameter_mm;
  return (
    <svg
      className={styles.round}
      style={{ width: `${across_px}px` }}
      viewBox={`${-half} ${-half} ${across_mm} ${across_mm}`}
    >
      {can !== undefined && (
        <Part id="can" text={parts['can']}>
          <Ring from_mm={can.inner_mm} to_mm={can.outer_mm} className={styles.steel} />
        </Part>
      )}
      {can !== undefined && excess_mm === 0 && (
        <Part id="clearance" text={parts['clearance']}>
          <Ring from_mm={roll.diameter_mm} to_mm={can.inner_mm} className={styles.room} />
        </Part>
      )}
      <Part id="outer" text={parts['outer']}>
        <Ring from_mm={wound_mm} to_mm={roll.diameter_mm} className={styles.separator} />
      </Part>
      <Part id="turns" text={parts['turns']}>
        <Ring from_mm={roll.start_mm} to_mm={wound_mm} className={styles.separator} />
      </Part>
      <Part id="anode" text={parts['anode']}>
        <path className={styles.anodeLine} d={shapes.anode.path} strokeWidth={shapes.anode.thickness_mm} />
      </Part>
      <Part id="cathode" text={parts['cathode']}>
        <path className={styles.cathodeLine} d={shapes.cathode.path} strokeWidth={shapes.cathode.thickness_mm} />
      </Part>
      <Part id="inner" text={parts['inner']}>
        <Ring from_mm={shaft_mm} to_mm={roll.start_mm} className={styles.separator} />
      </Part>
      <Part id="shaft" text={parts['shaft']}>
        <circle r={shaft_mm / 2} className={styles.shaft} />
      </Part>
      <Part id="roll" text={parts['roll']}>
        <circle r={roll.diameter_mm / 2} className={styles.outline} />
      </Part>
      {excess_mm > 0 && (
        <Part id="excess" text={parts['excess']}>
          <Ring from_mm={widest} to_mm={roll.diameter_mm} className={styles.excess} />
        </Part>
      )}
    </svg>
  );
}

/** Ring between two diameters in mm; nothing where they are the same. */
function Ring({ from_mm, to_mm, className }: { from_mm: number; to_mm: number; className: string | undefined }) {
  if (to_mm <= from_mm) return null;
  return <path fillRule="evenodd" className={className} d={`${circle(to_mm / 2)}${circle(from_mm / 2)}`} />;
}

function circle(radius: number): string {
  return `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

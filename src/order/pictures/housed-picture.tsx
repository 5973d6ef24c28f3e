import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { buildOf } from '#domain/order/data/formats.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { HousedDrawing } from './housed-drawing.tsx';
import { housedOf, type Housed } from '#domain/order/pictures/housed.ts';
import { MissingPicture } from './missing-picture.tsx';
import { PictureCard, type Verdict } from './picture-card.tsx';
import type { PartText } from './part-texts.ts';
import type { PictureProps } from './picture-props.ts';
import { scaleWithin } from './scale.ts';

const outerThickness = 'housingThickness_mm';
const coating = 'electrodes/cathode/coatingThickness_mm';
const length = 'electrodes/cathode/electrodeHorizontalLength_mm';
const anodeLength = 'electrodes/anode/electrodeHorizontalLength_mm';

/** A stack of sheets or a flat roll in its pouch or can, cut across the layers: its parts, and whether it fits. */
export function HousedPicture({ drawn, texts, ...card }: PictureProps) {
  const { t, i18n } = useTranslation('navigator');
  const housed = housedOf(drawn.doc);
  const isFlat = buildOf(drawn.doc) === 'flat';
  if (housed === undefined)
    return (
      <MissingPicture
        picture="housed"
        title={t(isFlat ? 'pictures.flatRoll' : 'pictures.stack')}
        drawn={drawn}
        texts={texts}
        {...card}
      />
    );
  const scale = scaleWithin(housed.outer.width_mm, 600);
  const parts = partsOf(housed, texts, t, i18n.language);
  const verdicts = verdictsOf(housed, texts.mm, t);
  const said = [saidOf(housed, texts, t, i18n.language), ...verdicts.map(({ text }) => text)].join(' ');
  return (
    <PictureCard
      {...card}
      wide
      title={t(isFlat ? 'pictures.flatRoll' : 'pictures.stack')}
      scale={t('pictures.housedScale', { factor: figureOf(i18n.language, scale.factor) })}
      verdicts={verdicts}
      said={said}
      parts={parts}
    >
      <HousedDrawing housed={housed} parts={parts} scale={scale} />
    </PictureCard>
  );
}

/** Returns the texts of the parts. */
function partsOf(
  housed: Housed,
  texts: PictureProps['texts'],
  t: TFunction<'navigator'>,
  language: string,
): Record<string, PartText | undefined> {
  const { sheets, flat, content, outer, room_mm, excess_mm } = housed;
  const count = (value: number) => figureOf(language, value);
  const layers = texts.field('layers');
  // A single-layer pouch has no field for its number of layers.
  const at = flat === undefined ? (layers?.path ?? coating) : length;
  const total = texts.figure(flat === undefined ? 'sheets' : 'flatRoll');
  return {
    housing: texts.field(outerThickness) ?? texts.figure('thickness'),
    room:
      room_mm === undefined
        ? undefined
        : texts.other(
            outerThickness,
            t('pictures.roomInside'),
            texts.mm(room_mm),
            t('pictures.roomFormula', { wall: texts.mm(outer.wall_mm) }),
          ),
    spare:
      room_mm === undefined || excess_mm > 0
        ? undefined
        : texts.other(
            outerThickness,
            t('pictures.spare'),
            texts.mm(room_mm - content.thickness_mm),
            t('pictures.spareFormula'),
          ),
    excess:
      excess_mm === 0
        ? undefined
        : texts.other(at, t('pictures.tooThick'), texts.mm(excess_mm), t('pictures.tooThickFormula')),
    total: total === undefined ? undefined : { ...total, path: at },
    turns:
      flat === undefined
        ? undefined
        : texts.other(length, t('pictures.flatTurns'), count(flat.turns), t('pictures.flatTurnsFormula')),
    ...electrodesOf(sheets, at, texts, t, count),
    separator: texts.field('separatorThickness_mm'),
    width: texts.field(sheets === undefined ? 'housingWidth_mm' : anodeLength),
  };
}

/**
 * Returns the texts of the electrodes: their lengths in a roll, their numbers in a stack.
 * @param at path of the field that the numbers come from
 */
function electrodesOf(
  sheets: Housed['sheets'],
  at: string,
  texts: PictureProps['texts'],
  t: TFunction<'navigator'>,
  count: (value: number) => string,
): Record<'cathode' | 'anode' | 'bundle', PartText | undefined> {
  const layers = texts.field('layers');
  const ofSheets = (name: string, value: number, formula?: string): PartText => ({
    ...texts.other(at, name, count(value), formula),
    isTypical: layers?.isTypical ?? false,
  });
  return {
    cathode: sheets === undefined ? texts.field(length) : ofSheets(t('pictures.cathodeSheets'), sheets.cathodes),
    anode:
      sheets === undefined
        ? texts.field(anodeLength)
        : ofSheets(
            t('pictures.anodeSheets'),
            sheets.anodes,
            layers === undefined ? undefined : t('pictures.anodeSheetsFormula'),
          ),
    bundle:
      sheets?.bundle === undefined
        ? undefined
        : ofSheets(t('pictures.bundle'), sheets.cathodes + sheets.anodes - drawnSheets(sheets.bands)),
  };
}

/** Returns what the picture says to those who do not see it: what is in the housing, and how much room that has. */
function saidOf(housed: Housed, texts: PictureProps['texts'], t: TFunction<'navigator'>, language: string): string {
  const { sheets, flat, content, room_mm } = housed;
  const count = (value: number) => figureOf(language, value);
  const values = { total: texts.mm(content.thickness_mm) };
  const inside =
    sheets === undefined
      ? t('pictures.flatSaid', { ...values, turns: count(flat?.turns ?? 0) })
      : t('pictures.stackSaid', {
          ...values,
          cathodes: t('pictures.cathodeCount', { count: sheets.cathodes, sheets: count(sheets.cathodes) }),
          anodes: t('pictures.anodeCount', { count: sheets.anodes, sheets: count(sheets.anodes) }),
        });
  return room_mm === undefined ? inside : `${inside} ${t('pictures.roomSaid', { room: texts.mm(room_mm) })}`;
}

function drawnSheets(bands: readonly { material: string }[]): number {
  return bands.filter(({ material }) => material !== 'separator').length;
}

/** Returns what does not fit, else that the layers fit; nothing where the housing follows from the layers. */
function verdictsOf(
  { excess_mm, tooLarge_mm, room_mm, content, flat }: Housed,
  mm: (value: number) => string,
  t: ReturnType<typeof useTranslation<'navigator'>>['t'],
): Verdict[] {
  const bad: Verdict[] = [];
  if (excess_mm > 0) bad.push({ tone: 'danger', text: t('pictures.housedTooThick', { by: mm(excess_mm) }) });
  if (tooLarge_mm > 0) {
    const key = flat === undefined ? 'pictures.housedTooLarge' : 'pictures.flatTooHigh';
    bad.push({ tone: 'danger', text: t(key, { by: mm(tooLarge_mm) }) });
  }
  if (bad.length > 0 || room_mm === undefined) return bad;
  return [{ tone: 'ok', text: t('pictures.housedFits', { by: mm(room_mm - content.thickness_mm) }) }];
}

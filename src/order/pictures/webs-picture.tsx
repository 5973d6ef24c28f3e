import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Electrode } from '#domain/order/data/electrodes.ts';
import { anodeCoating_mm, outerOverhang_mm } from '#domain/order/cell/geometry.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { MissingPicture } from './missing-picture.tsx';
import { PictureCard, type Verdict } from './picture-card.tsx';
import type { PartText } from './part-texts.ts';
import type { PictureProps } from './picture-props.ts';
import { scaleFrom } from './scale.ts';
import { facingOn, webOf } from '#domain/order/pictures/webs.ts';
import { WebDrawing } from './web-drawing.tsx';
import styles from './picture.module.css';
import laid from './webs.module.css';

/** Both electrodes of a roll laid flat, front and back, to one scale. */
export function WebsPicture({ drawn, texts, ...card }: PictureProps) {
  const { t, i18n } = useTranslation('navigator');
  const cathode = webOf(drawn.doc, 'cathode');
  const anode = webOf(drawn.doc, 'anode');
  if (cathode === undefined || anode === undefined)
    return <MissingPicture picture="webs" title={t('pictures.webs')} drawn={drawn} texts={texts} {...card} />;
  const webs = [cathode, anode];
  const total_mm = Math.max(...webs.map(({ start_mm, length_mm }) => start_mm + length_mm));
  const scale = scaleFrom(Math.max(...webs.map(({ height_mm }) => height_mm)), 34);
  const facing = facingOn(anode, cathode);
  const parts: Record<string, PartText | undefined> = {};
  for (const { electrode, tabs } of webs) Object.assign(parts, partsOf(texts, electrode, tabs.length));
  const coating = anodeCoating_mm(drawn.doc);
  const short_mm = coating === undefined ? 0 : Math.max(0, coating.needed - coating.is);
  return (
    <PictureCard
      {...card}
      wide
      title={t('pictures.webs')}
      scale={t('pictures.websScale', { whole: figureOf(i18n.language, 1 / scale.factor) })}
      verdicts={coating === undefined ? [] : [verdictOn(coating, texts, t)]}
      said={webs
        .map(({ electrode, length_mm, height_mm, front }) =>
          t('pictures.webSaid', {
            electrode: t(`group.${electrode}`),
            length: texts.mm(length_mm),
            height: texts.mm(height_mm),
            coated: texts.mm(front.reduce((sum, { width_mm }) => sum + width_mm, 0)),
          }),
        )
        .join(' ')}
      parts={parts}
      aside={<p className={styles.note}>{t('pictures.websNote')}</p>}
    >
      <div className={laid.webs} style={{ width: `${total_mm * scale.px_per_mm}px` }}>
        <WebDrawing web={cathode} total_mm={total_mm} parts={parts} texts={texts} facing={undefined} short_mm={0} />
        <WebDrawing web={anode} total_mm={total_mm} parts={parts} texts={texts} facing={facing} short_mm={short_mm} />
      </div>
    </PictureCard>
  );
}

/** Returns whether the coating of the anode reaches as far as it has to. */
function verdictOn(
  { needed, is }: { needed: number; is: number },
  texts: PictureProps['texts'],
  t: TFunction<'navigator'>,
): Verdict {
  return needed > is
    ? { tone: 'danger', text: t('pictures.leadShort', { by: texts.mm(needed - is) }) }
    : { tone: 'ok', text: t('pictures.leadCovers', { by: texts.mm(is - needed + outerOverhang_mm) }) };
}

/** Returns the parts of one web. */
function partsOf(
  texts: PictureProps['texts'],
  electrode: Electrode,
  tabs: number,
): Record<string, PartText | undefined> {
  const at = (key: string) => texts.field(`electrodes/${electrode}/${key}`);
  return {
    [`${electrode}-length`]: at('electrodeHorizontalLength_mm'),
    [`${electrode}-height`]: at('electrodeVerticalLength_mm'),
    [`${electrode}-front`]: at('coatedAreaWidth_mm'),
    [`${electrode}-back`]: at('ab_offset'),
    [`${electrode}-edge`]: at('uncoatedAreaVerticalLength_mm'),
    [`${electrode}-bare`]: at('uncoatedAreaHorizontalLength_mm'),
    ...(tabs > 0 ? { [`${electrode}-tab`]: at('tabWidth_mm') } : {}),
    ...(electrode === 'cathode' ? { shift: texts.field('electrodePhaseShift_mm') } : { facing: texts.figure('area') }),
  };
}

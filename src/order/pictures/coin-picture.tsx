import { useTranslation } from 'react-i18next';
import { coinParts } from '#domain/order/cell/coin-case.ts';
import { widestDisc_mm } from '#domain/order/checks/sheet-rules.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { coinOf, type Coin } from '#domain/order/pictures/coin.ts';
import { MissingPicture } from './missing-picture.tsx';
import { PictureCard, type Verdict } from './picture-card.tsx';
import { Part } from './part.tsx';
import type { PartText } from './part-texts.ts';
import type { PictureProps } from './picture-props.ts';
import { scaleWithin, type Scale } from './scale.ts';
import styles from './picture.module.css';

/** The discs of a coin cell in their case, cut through the middle, with spacer and the room for the spring. */
export function CoinPicture({ drawn, texts, ...card }: PictureProps) {
  const { t, i18n } = useTranslation('navigator');
  const coin = coinOf(drawn.doc);
  if (coin === undefined)
    return <MissingPicture picture="coin" title={t('pictures.coin')} drawn={drawn} texts={texts} {...card} />;
  const { outer, spring_mm, around_mm, separator_mm, widest_mm } = coin;
  const scale = scaleWithin(outer.diameter_mm, 300);
  const parts: Record<string, PartText | undefined> = {
    case: texts.other('format', t('pictures.coinCase'), texts.mm(outer.diameter_mm)),
    spring: texts.other('format', t('pictures.spring'), texts.mm(spring_mm), t('pictures.springFormula')),
    spacer: texts.other('format', t('pictures.spacer'), texts.mm(coinParts.spacer_mm), t('pictures.assumedMemory')),
    anode: texts.field('electrodes/anode/electrodeHorizontalLength_mm'),
    separator: texts.field('separatorDiameter_mm'),
    cathode: texts.field('electrodes/cathode/electrodeHorizontalLength_mm'),
  };
  const verdicts: Verdict[] = [];
  if (around_mm < 0) {
    verdicts.push({ tone: 'danger', text: t('pictures.coinTooWide', { by: texts.mm(widest_mm - widestDisc_mm) }) });
  }
  if (spring_mm < 0) {
    verdicts.push({ tone: 'danger', text: t('pictures.coinTooThick', { by: texts.mm(-spring_mm) }) });
  }
  if (separator_mm <= widest_mm) {
    const values = { separator: texts.mm(separator_mm), disc: texts.mm(widest_mm) };
    verdicts.push({ tone: 'danger', text: t('pictures.separatorSmall', values) });
  }
  if (verdicts.length === 0) {
    verdicts.push({ tone: 'ok', text: t('pictures.coinFits', { by: texts.mm(around_mm) }) });
  }
  const said = [t('pictures.coinSaid', { left: texts.mm(spring_mm) }), ...verdicts.map(({ text }) => text)].join(' ');
  return (
    <PictureCard
      {...card}
      title={t('pictures.coin')}
      scale={t('pictures.coinScale', { factor: figureOf(i18n.language, scale.factor) })}
      verdicts={verdicts}
      said={said}
      parts={parts}
      aside={
        <p className={styles.note}>
          {t('pictures.coinUnconfirmed', {
            wall: texts.mm(coinParts.wall_mm),
            spacer: texts.mm(coinParts.spacer_mm),
          })}
        </p>
      }
    >
      <Drawing coin={coin} parts={parts} scale={scale} />
    </PictureCard>
  );
}

interface DrawingProps {
  coin: Coin;
  parts: Record<string, PartText | undefined>;
  scale: Scale;
}

function Drawing({ coin: { outer, discs, spring_mm }, parts, scale }: DrawingProps) {
  const { diameter_mm: width, height_mm: height } = outer;
  const { wall_mm: wall } = coinParts;
  const inside = width - 2 * wall;
  return (
    <svg
      className={styles.housed}
      style={{ width: `${width * scale.px_per_mm}px`, height: `${height * scale.px_per_mm}px` }}
      viewBox={`0 0 ${width} ${height}`}
    >
      <Part id="case" text={parts['case']}>
        <rect width={width} height={height} rx={wall} className={styles.steel} />
        <rect x={wall} y={wall} width={inside} height={height - 2 * wall} className={styles.room} />
      </Part>
      <Part id="spring" text={parts['spring']}>
        <rect
          x={(width - coinParts.spacerDiameter_mm) / 2}
          y={wall}
          width={coinParts.spacerDiameter_mm}
          height={Math.max(0, spring_mm)}
          className={styles.spring}
        />
      </Part>
      {discs.map(({ code, top_mm, thickness_mm, diameter_mm }) => (
        <Part key={code} id={code} text={parts[code]}>
          <rect
            x={(width - diameter_mm) / 2}
            y={top_mm}
            width={diameter_mm}
            height={thickness_mm}
            className={code === 'spacer' ? styles.steel : styles[code]}
          />
          {(code === 'anode' || code === 'cathode') && diameter_mm > widestDisc_mm && (
            <path d={beyond(width, diameter_mm, top_mm, thickness_mm)} className={styles.excess} />
          )}
        </Part>
      ))}
    </svg>
  );
}

/** Path of the two ends of a disc that reach beyond the widest disc that fits. */
function beyond(width: number, diameter_mm: number, top_mm: number, thickness_mm: number): string {
  const by = (diameter_mm - widestDisc_mm) / 2;
  const ends = [(width - diameter_mm) / 2, (width + widestDisc_mm) / 2];
  return ends.map((x) => `M${x} ${top_mm}h${by}v${thickness_mm}h${-by}z`).join('');
}

import { useTranslation } from 'react-i18next';
import { buildOf, formatOf } from '#domain/order/data/formats.ts';
import { coatedWidth_mm } from '#domain/order/cell/geometry.ts';
import { asNumber } from '#domain/order/data/field.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { Hatchings, useHatching } from './hatching.tsx';
import { layersOf, thicknessOf_mm, type Layer } from './layers.ts';
import { MissingPicture } from './missing-picture.tsx';
import { PictureCard } from './picture-card.tsx';
import { Part } from './part.tsx';
import type { PartText } from './part-texts.ts';
import type { PictureProps } from './picture-props.ts';
import { scaleWithin, type Scale } from './scale.ts';
import styles from './picture.module.css';
import laid from './layers.module.css';

/** The layers of one turn, one repeat unit or one single-layer cell, with thicknesses to a named scale. */
export function LayersPicture({ drawn, texts, ...card }: PictureProps) {
  const { t, i18n } = useTranslation('navigator');
  const layers = layersOf(drawn.doc);
  const build = buildOf(drawn.doc);
  if (build === undefined) return null;
  const unit = t(`pictures.unit.${build}`);
  const title = t('pictures.layers', { unit });
  if (layers === undefined)
    return <MissingPicture picture="layers" title={title} drawn={drawn} texts={texts} {...card} />;
  const total_mm = thicknessOf_mm(layers);
  const scale = scaleWithin(total_mm, 300);
  const micrometers = (mm: number) => `${figureOf(i18n.language, mm * 1000)}\u2009µm`;
  const textOf = ({ code, path, thickness_mm }: Layer): PartText => {
    const field = path === undefined ? undefined : texts.field(path);
    const name = t(`pictures.layer.${code}`);
    return field === undefined
      ? texts.other('cellCan', name, micrometers(thickness_mm), t('pictures.assumedMemory'))
      : { ...field, name };
  };
  const overhang_mm = sideOverhang_mm(drawn.doc);
  const balance = texts.figure('balance');
  const parts: Record<string, PartText | undefined> = {
    ...Object.fromEntries(layers.map((layer) => [layer.id, textOf(layer)])),
    overhang:
      overhang_mm === undefined
        ? undefined
        : texts.other(
            'electrodes/anode/coatedAreaWidth_mm',
            t('pictures.overhang'),
            texts.mm(overhang_mm),
            t('pictures.overhangFormula'),
          ),
    balance,
  };
  return (
    <PictureCard
      {...card}
      title={title}
      scale={t('pictures.layersScale', {
        factor: figureOf(i18n.language, scale.factor),
        total: texts.mm(total_mm),
      })}
      verdicts={[]}
      said={t('pictures.layersSaid', {
        unit,
        list: layers.map((layer) => `${textOf(layer).name} ${textOf(layer).value}`).join(', '),
      })}
      parts={parts}
      aside={
        overhang_mm !== undefined && (
          <p className={styles.note}>
            {t('pictures.overhangNote', { by: texts.mm(overhang_mm) })}
            {balance !== undefined && ` ${balance.name} ${balance.value}`}
          </p>
        )
      }
    >
      <Drawing layers={layers} scale={scale} parts={parts} />
    </PictureCard>
  );
}

interface DrawingProps {
  layers: readonly Layer[];
  scale: Scale;
  parts: Record<string, PartText | undefined>;
}

/** Width of the cathode's layers in the drawing. The amount by which they are shorter at the edge is not to scale. */
const shorter = '93%';

function Drawing({ layers, scale, parts }: DrawingProps) {
  const { hatchings, fillOf } = useHatching();
  const total_mm = thicknessOf_mm(layers);
  const height = total_mm * scale.px_per_mm;
  const placed = layers.map((layer, i) => ({
    layer,
    top: thicknessOf_mm(layers.slice(0, i)) * scale.px_per_mm,
    height: layer.thickness_mm * scale.px_per_mm,
  }));
  return (
    <div className={laid.layers} style={{ height: `${height}px` }}>
      <svg className={laid.pile} width="100%" height={height}>
        <Hatchings ids={hatchings} />
        {placed.map(({ layer, top, height: thick }) => (
          <Part key={layer.id} id={layer.id} text={parts[layer.id]}>
            <rect y={top} width={widthOf(layer)} height={thick} fill={fillOf(layer.material)} />
            <rect y={top} width={widthOf(layer)} height={thick} className={styles.layerEdge} />
          </Part>
        ))}
        {parts['overhang'] !== undefined && (
          <Part id="overhang" text={parts['overhang']}>
            <line x1={shorter} x2={shorter} y1={0} y2={height} className={styles.overhang} />
          </Part>
        )}
      </svg>
      <svg className={laid.leaders} width="100%" height={height} aria-hidden>
        {placed.map(({ layer, top, height: thick }, i) => (
          <line
            key={layer.id}
            x1={0}
            x2="100%"
            y1={top + thick / 2}
            y2={((i + 0.5) / placed.length) * height}
            className={styles.leader}
          />
        ))}
      </svg>
      <ul className={laid.layerNames} aria-hidden>
        {layers.map(({ id }) => (
          <li key={id} data-typical={parts[id]?.isTypical || undefined}>
            <span>{parts[id]?.name}</span>
            <b>{parts[id]?.value}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function widthOf({ width }: Layer): string {
  return width === 'cathode' ? shorter : '100%';
}

/** Returns how far the anode's coating reaches beyond the cathode's on each side, in mm. */
function sideOverhang_mm(doc: PictureProps['drawn']['doc']): number | undefined {
  const isCoin = formatOf(doc)?.shape === 'coin';
  const width = (electrode: 'anode' | 'cathode') =>
    isCoin ? asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]) : coatedWidth_mm(doc, electrode);
  const [anode, cathode] = [width('anode'), width('cathode')];
  return anode === undefined || cathode === undefined ? undefined : (anode - cathode) / 2;
}

import { useTranslation } from 'react-i18next';
import { Hatchings, useHatching } from './hatching.tsx';
import { HtmlPart, Part } from './part.tsx';
import type { PartText, PartTexts } from './part-texts.ts';
import type { Area, Web } from '#domain/order/pictures/webs.ts';
import styles from './picture.module.css';
import laid from './webs.module.css';

interface WebDrawingProps {
  web: Web;
  /** Length of the drawing, in which each electrode has its place. */
  total_mm: number;
  parts: Record<string, PartText | undefined>;
  texts: PartTexts;
  /** Area of this electrode that faces the cathode's coating. */
  facing: Area | undefined;
  /** Length in mm that its coating lacks at the outer end; 0 where it is long enough. */
  short_mm: number;
}

/** One electrode laid flat: its front above its back, its tabs, and its dimension lines with the values as typed. */
export function WebDrawing({ web, total_mm, parts, texts, facing, short_mm }: WebDrawingProps) {
  const { t } = useTranslation('navigator');
  const { electrode, start_mm, length_mm, height_mm } = web;
  const share = (mm: number) => `${(mm / total_mm) * 100}%`;
  const coated_mm = web.front.reduce((sum, { width_mm }) => sum + width_mm, 0);
  return (
    <div className={laid.web}>
      <p className={laid.webName}>
        <b>{t(`group.${electrode}`)}</b>{' '}
        {t('pictures.webFace', { length: texts.mm(coated_mm), width: texts.mm(web.front[0]?.height_mm ?? 0) })}
      </p>
      {(['front', 'back'] as const).map((face) => (
        <div key={face} className={laid.strip}>
          <Strip {...{ web, total_mm, parts, facing, short_mm, face }} />
          <span className={laid.faceName}>{t(`pictures.face.${face}`)}</span>
        </div>
      ))}
      <HtmlPart id={`${electrode}-height`} text={parts[`${electrode}-height`]} className={laid.height}>
        <span>{texts.mm(height_mm)}</span>
      </HtmlPart>
      <div className={laid.dimension} style={{ marginInlineStart: share(start_mm), width: share(length_mm) }}>
        <HtmlPart id={`${electrode}-length`} text={parts[`${electrode}-length`]} className={laid.measure}>
          {parts[`${electrode}-length`]?.value}
        </HtmlPart>
      </div>
    </div>
  );
}

interface StripProps extends Omit<WebDrawingProps, 'texts'> {
  face: 'front' | 'back';
}

/** Room above and below the foil for its tabs, in mm. */
const room_mm = 9;

function Strip({ web, total_mm, parts, facing, short_mm, face }: StripProps) {
  const { hatchings, fillOf } = useHatching();
  const { electrode, start_mm, length_mm, height_mm, tabs } = web;
  const isFront = face === 'front';
  const foil = electrode === 'cathode' ? 'aluminum' : 'copper';
  const id = (part: string) => `${electrode}-${part}`;
  const [above, below] = [isFront ? room_mm : 2, isFront ? 2 : room_mm];
  return (
    <svg
      className={laid.stripDrawing}
      viewBox={`0 ${-above} ${total_mm} ${height_mm + above + below}`}
      preserveAspectRatio="xMinYMin meet"
    >
      <Hatchings ids={hatchings} unit={total_mm / 800} />
      <g transform={`translate(${start_mm})`}>
        <Part id={isFront ? id('bare') : id('edge')} text={parts[isFront ? id('bare') : id('edge')]}>
          <rect width={length_mm} height={height_mm} fill={fillOf(foil)} />
          <rect width={length_mm} height={height_mm} className={styles.layerEdge} />
        </Part>
        <Part id={id(face)} text={parts[id(face)]}>
          {web[face].map((area) => (
            <rect key={area.x_mm} {...boxOf(area)} fill={fillOf(electrode)} />
          ))}
        </Part>
        {isFront && (
          <Part id={id('tab')} text={parts[id('tab')]}>
            {tabs.map((area) => (
              <rect key={area.x_mm} {...boxOf(area)} className={styles.tab} />
            ))}
          </Part>
        )}
        {isFront && facing !== undefined && (
          <Part id="facing" text={parts['facing']}>
            <rect {...boxOf(facing)} className={styles.overhang} />
          </Part>
        )}
        {isFront && short_mm > 0 && (
          <rect x={length_mm} width={short_mm} height={height_mm} className={styles.excess} />
        )}
      </g>
      {isFront && electrode === 'cathode' && start_mm > 0 && (
        <Part id="shift" text={parts['shift']}>
          <path d={`M0 ${height_mm / 2}H${start_mm}M0 0V${height_mm}`} className={styles.measureLine} />
          <rect width={start_mm} height={height_mm} className={styles.catch} />
        </Part>
      )}
    </svg>
  );
}

function boxOf({ x_mm, y_mm, width_mm, height_mm }: Area) {
  return { x: x_mm, y: y_mm, width: width_mm, height: height_mm };
}

import type { Housed } from '#domain/order/pictures/housed.ts';
import { Part } from './part.tsx';
import type { PartText } from './part-texts.ts';
import type { Scale } from './scale.ts';
import type { Band } from '#domain/order/pictures/sheet-bands.ts';
import styles from './picture.module.css';

interface HousedDrawingProps {
  housed: Housed;
  parts: Record<string, PartText | undefined>;
  scale: Scale;
}

/** Cross-section of a housing with its layers, in mm from its upper left corner; large layers reach out below. */
export function HousedDrawing({ housed, parts, scale }: HousedDrawingProps) {
  const { outer, content, room_mm, excess_mm, sheets, flat, isCan } = housed;
  const { width_mm: width, thickness_mm: thickness, wall_mm: wall } = outer;
  const height = Math.max(thickness, wall + content.thickness_mm);
  const room = room_mm ?? content.thickness_mm;
  const left = (width - content.width_mm) / 2;
  // A pouch is as wide inside as its content; its sealed edges lie beside it.
  const inner = isCan ? { x: wall, width: width - 2 * wall } : { x: left, width: content.width_mm };
  return (
    <svg
      className={styles.housed}
      style={{ width: `${width * scale.px_per_mm}px`, height: `${height * scale.px_per_mm}px` }}
      viewBox={`0 0 ${width} ${height}`}
    >
      <Part id="housing" text={parts['housing']}>
        {!isCan && <rect y={thickness / 2 - wall} width={width} height={2 * wall} className={styles.laminate} />}
        <rect
          x={inner.x - wall}
          width={inner.width + 2 * wall}
          height={thickness}
          className={isCan ? styles.steel : styles.laminate}
        />
      </Part>
      <Part id={excess_mm > 0 ? 'room' : 'spare'} text={parts[excess_mm > 0 ? 'room' : 'spare']}>
        <rect x={inner.x} y={wall} width={inner.width} height={room} className={styles.room} />
      </Part>
      <g transform={`translate(${left} ${wall})`}>
        {sheets === undefined ? (
          <FlatRoll content={content} flat={flat} parts={parts} />
        ) : (
          <>
            {(['separator', 'anode', 'cathode'] as const).map((material) => (
              <Part key={material} id={material} text={parts[material]}>
                <path d={bandsPath(sheets.bands, material, sheets.width_mm)} className={styles[material]} />
              </Part>
            ))}
            {sheets.bundle !== undefined && (
              <Part id="bundle" text={parts['bundle']}>
                <rect
                  y={sheets.bundle.top_mm}
                  width={sheets.width_mm}
                  height={sheets.bundle.thickness_mm}
                  className={styles.bundle}
                />
              </Part>
            )}
          </>
        )}
        {excess_mm > 0 && (
          <Part id="excess" text={parts['excess']}>
            <rect y={room} width={content.width_mm} height={excess_mm} className={styles.excess} />
          </Part>
        )}
      </g>
    </svg>
  );
}

function FlatRoll({ content, flat, parts }: Pick<Housed, 'content' | 'flat'> & Pick<HousedDrawingProps, 'parts'>) {
  const turn = flat?.turn_mm ?? 0;
  const turns = Array.from({ length: Math.floor(flat?.turns ?? 0) }, (_, i) => i);
  return (
    <>
      <Part id="separator" text={parts['separator']}>
        <Stadium {...content} inset_mm={0} className={styles.separator} />
      </Part>
      {(['cathode', 'anode'] as const).map((electrode, at) => (
        <Part key={electrode} id={electrode} text={parts[electrode]}>
          {turns.map((i) => (
            <Stadium
              key={i}
              {...content}
              inset_mm={(flat?.closing_mm ?? 0) + turn * (i + 0.25 + at / 2)}
              className={electrode === 'anode' ? styles.anodeLine : styles.cathodeLine}
              stroke_mm={turn * 0.4}
            />
          ))}
        </Part>
      ))}
    </>
  );
}

interface StadiumProps {
  width_mm: number;
  thickness_mm: number;
  /** Distance from the outline inwards. */
  inset_mm: number;
  stroke_mm?: number;
  className: string | undefined;
}

function Stadium({ width_mm, thickness_mm, inset_mm, stroke_mm, className }: StadiumProps) {
  const height = Math.max(0, thickness_mm - 2 * inset_mm);
  return (
    <rect
      x={inset_mm}
      y={inset_mm}
      width={Math.max(0, width_mm - 2 * inset_mm)}
      height={height}
      rx={height / 2}
      strokeWidth={stroke_mm}
      className={className}
    />
  );
}

/** Path of all bands of one material, each in the middle of the widest. */
function bandsPath(bands: readonly Band[], material: Band['material'], widest_mm: number): string {
  return bands
    .filter((band) => band.material === material)
    .map(({ top_mm, thickness_mm, width_mm }) => {
      return `M${(widest_mm - width_mm) / 2} ${top_mm}h${width_mm}v${thickness_mm}h${-width_mm}z`;
    })
    .join('');
}

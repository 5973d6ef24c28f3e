import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { figureOf } from '#domain/ground/number-texts.ts';
import type { BandDrawing, PanelDrawing } from '#domain/order/pictures/protocol-drawing.ts';
import styles from './protocol-picture.module.css';
import { spanText } from '#domain/order/protocol/step-words.ts';
import type { TimeScale } from '#domain/order/pictures/time-scale.ts';

/** One curve with its axis. */
interface CurvePanel {
  panel: PanelDrawing;
  unit: string;
  /** Height in px; widths are shares of the space, so that text keeps its size on every screen. */
  height: number;
  line: 'voltage' | 'current' | 'bench';
}

interface ProtocolCurvesProps {
  panels: readonly CurvePanel[];
  bands: readonly BandDrawing[];
  ticks: TimeScale['ticks'];
  /** Times that are left out, with what stands there. */
  gaps: readonly { x: number; width: number; text: string }[];
  /** The picture in words, for a screen reader. */
  says: string;
}

const apart = 14;
const bandHeight = 22;
/** Room for the labels of the vertical axes. */
const gutter = 56;

/** Curves above each other, with one time axis and the strip of their steps. */
export function ProtocolCurves({ panels, bands, ticks, gaps, says }: ProtocolCurvesProps) {
  const { i18n } = useTranslation('navigator');
  const pattern = useId();
  const tops = panels.map((_, i) => panels.slice(0, i).reduce((sum, each) => sum + each.height + apart, 0));
  const bandTop = panels.reduce((sum, each) => sum + each.height + apart, 0) - apart + 10;
  const height = bandTop + bandHeight + 26;
  return (
    <div className={styles.curves}>
      <VisuallyHidden>{says}</VisuallyHidden>
      <svg className={styles.gutter} width={gutter} height={height} aria-hidden>
        {panels.map(({ panel, unit, height: tall, line }, i) => (
          <PanelLabels key={line} panel={panel} top={tops[i] ?? 0} height={tall} unit={unit} />
        ))}
      </svg>
      <svg className={styles.plot} width="100%" height={height} aria-hidden>
        <Patterns id={pattern} />
        {panels.map(({ panel, height: tall, line }, i) => (
          <Panel key={line} panel={panel} top={tops[i] ?? 0} height={tall} line={styles[line]} />
        ))}
        {bands.map((band) => (
          <BandMark key={band.id} band={band} top={bandTop} pattern={pattern} />
        ))}
        {gaps.map(({ x, width, text }) => (
          <g key={x}>
            <rect className={styles.gap} x={percent(x)} width={percent(width)} y={0} height={bandTop + bandHeight} />
            <text
              className={styles.gapText}
              x={percent(isLast(x + width) ? 1 : x + width / 2)}
              textAnchor={isLast(x + width) ? 'end' : 'middle'}
              y={(panels[0]?.height ?? 0) + apart / 2 + 4}
            >
              {text}
            </text>
          </g>
        ))}
        {ticks.map((tick, i) => (
          <text
            key={tick.x}
            className={styles.tick}
            x={percent(tick.x)}
            y={height - 8}
            textAnchor={i === ticks.length - 1 ? 'end' : tick.x === 0 ? 'start' : 'middle'}
          >
            {tick.time_h === 0 ? '0' : spanText(i18n.language, tick.time_h * 3600)}
          </text>
        ))}
      </svg>
    </div>
  );
}

interface BandMarkProps {
  band: ProtocolCurvesProps['bands'][number];
  top: number;
  /** Beginning of the ids of the patterns. */
  pattern: string;
}

/** A step in the strip below the curves. */
function BandMark({ band, top, pattern }: BandMarkProps) {
  return (
    <g>
      <rect
        className={styles.band}
        x={percent(band.x)}
        width={percent(band.width)}
        y={top}
        height={bandHeight}
        fill={band.kind === 'rest' ? 'none' : `url(#${pattern}-${band.kind})`}
      />
      {band.number !== undefined && (
        <text className={styles.bandNumber} x={percent(band.x + band.width / 2)} y={top + 15}>
          {band.number}
        </text>
      )}
    </g>
  );
}

/** Whether something ends at the right edge, beyond which no text may reach. */
function isLast(end: number): boolean {
  return end > 0.99;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

interface PanelProps {
  panel: PanelDrawing;
  top: number;
  height: number;
}

function Panel({ panel, top, height: tall, line }: PanelProps & { line: string | undefined }) {
  return (
    <>
      {panel.ticks.map(({ y, value }) => (
        <line
          key={value}
          className={value === 0 ? styles.zero : styles.grid}
          x1="0"
          x2="100%"
          y1={top + y * tall}
          y2={top + y * tall}
        />
      ))}
      <svg y={top} width="100%" height={tall} viewBox="0 0 1000 1000" preserveAspectRatio="none">
        <path className={line} d={panel.path} vectorEffect="non-scaling-stroke" />
      </svg>
    </>
  );
}

function PanelLabels({ panel, top, height: tall, unit }: PanelProps & { unit: string }) {
  const { i18n } = useTranslation('navigator');
  return (
    <>
      <text className={styles.unit} x={2} y={top + tall / 2 + 4}>
        {unit}
      </text>
      {panel.ticks.map(({ y, value }) => (
        <text key={value} className={styles.tick} x={gutter - 6} y={top + y * tall + 4} textAnchor="end">
          {figureOf(i18n.language, value)}
        </text>
      ))}
    </>
  );
}

/** Hatchings that tell charge, hold and discharge apart without color; a rest has none. */
function Patterns({ id }: { id: string }) {
  const size = { width: 6, height: 6, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <defs>
      <pattern id={`${id}-charge`} {...size}>
        <path className={styles.hatch} d="M0 6 6 0" />
      </pattern>
      <pattern id={`${id}-discharge`} {...size}>
        <path className={styles.hatch} d="M0 0 6 6" />
      </pattern>
      <pattern id={`${id}-hold`} {...size}>
        <path className={styles.hatch} d="M0 3H6" />
      </pattern>
    </defs>
  );
}

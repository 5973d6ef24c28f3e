import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Milestone, OrderPlan, PlanStep } from '#domain/order/plan/order-plan.ts';
import { useNow } from '../../ui/now.ts';
import { calendarDayOf, newYearsOf, shortDayOf } from '../../i18n/times.ts';
import { Part } from './part.tsx';
import type { PartText } from './part-texts.ts';
import { dayScale } from './day-scale.ts';
import styles from './order-dates.module.css';

interface PlanDrawingProps {
  plan: OrderPlan;
  rows: readonly { step: PlanStep; name: string; price: string | undefined }[];
  /** Text of each step, by its id. */
  texts: ReadonlyMap<string, PartText>;
  lines: readonly { code: Milestone['code']; day: number; label: string }[];
}

/** Height of a row's drawing in px. */
const tall = 22;

/** The bars of a plan, a row for each step, over one axis of days. */
export function PlanDrawing({ plan, rows, texts, lines }: PlanDrawingProps) {
  const { i18n } = useTranslation('navigator');
  const today = calendarDayOf(useNow());
  const hatching = useId();
  const end = Math.max(...plan.steps.map(({ to, latest }) => Math.max(to, latest))) + 1;
  const { x, ticks } = dayScale(plan.start, end);
  const years = newYearsOf(i18n.language, ticks, today);
  return (
    <div className={styles.plan}>
      <Grid ticks={ticks} lines={lines} x={x} hatching={hatching} />
      <div className={styles.axis} aria-hidden>
        {ticks.map((day, at) => (
          <span key={day} style={{ insetInlineStart: percent(x(day)) }}>
            {shortDayOf(i18n.language, day, day)}
            {years[at] !== undefined && <small>{years[at]}</small>}
          </span>
        ))}
      </div>
      <ol>
        {rows.map(({ step, name, price }) => (
          <li key={step.id} className={styles.row}>
            <span aria-hidden>{name}</span>
            <svg width="100%" height={tall}>
              <Part id={step.id} text={texts.get(step.id)}>
                <Bar step={step} x={x} fill={step.code === 'material' ? `url(#${hatching})` : undefined} />
              </Part>
              {price !== undefined && (
                <text
                  className={styles.price}
                  x={percent(x(Math.max(step.latest, step.to) + 1))}
                  dx={6}
                  y={tall - 7}
                  aria-hidden
                >
                  {price}
                </text>
              )}
            </svg>
          </li>
        ))}
      </ol>
      {lines.map(({ code, day, label }) => (
        <p key={code} className={styles.label} data-tone="ok" aria-hidden>
          <span style={besides(x(day + 1))}>{label}</span>
        </p>
      ))}
    </div>
  );
}

interface GridProps {
  ticks: readonly number[];
  lines: PlanDrawingProps['lines'];
  /** Returns where a day begins, as a part of the width. */
  x: (day: number) => number;
  /** Id of the pattern that it defines. */
  hatching: string;
}

/** Draws the grid behind the bars: a line for each day of the axis, and one for each date. */
function Grid({ ticks, lines, x, hatching }: GridProps) {
  return (
    <svg className={styles.grid} aria-hidden>
      <defs>
        <pattern id={hatching} width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={6} className={styles.pale} />
          <path d="M-1 5L1 7M0 0L6 6M5-1L7 1" className={styles.hatch} />
        </pattern>
      </defs>
      {ticks.map((day) => (
        <line key={day} className={styles.tick} x1={percent(x(day))} x2={percent(x(day))} y1={0} y2="100%" />
      ))}
      {lines.map(({ code, day }) => (
        <line
          key={code}
          className={styles.mark}
          data-tone="ok"
          x1={percent(x(day + 1))}
          x2={percent(x(day + 1))}
          y1={0}
          y2="100%"
        />
      ))}
    </svg>
  );
}

interface BarProps {
  step: PlanStep;
  x: (day: number) => number;
  fill: string | undefined;
}

/** Bar of a step, at least 3 px wide, and a thin line from its earliest to its latest end. */
function Bar({ step, x, fill }: BarProps) {
  const { code, from, to, earliest, latest } = step;
  const middle = tall / 2;
  return (
    <>
      <rect
        className={styles.bar}
        data-code={code}
        x={percent(x(from))}
        width={`max(3px, ${percent(x(to + 1) - x(from))})`}
        y={3}
        height={tall - 6}
        rx={3}
        {...(fill === undefined ? {} : { style: { fill } })}
      />
      <line
        className={styles.range}
        x1={percent(x(earliest + 1))}
        x2={percent(x(latest + 1))}
        y1={middle}
        y2={middle}
      />
    </>
  );
}

/** Puts a label on that side of its line where there is more room. */
function besides(x: number) {
  return x < 0.5 ? { insetInlineStart: percent(x) } : { insetInlineEnd: percent(1 - x) };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

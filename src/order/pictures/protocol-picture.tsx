import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { idealCellOf } from '#domain/order/protocol/ideal-cell.ts';
import { ocvTableOf } from '#domain/order/protocol/ocv.ts';
import { protocolOf } from '#domain/order/protocol/protocol.ts';
import { singleSteps, type Step } from '#domain/order/protocol/steps.ts';
import { timelineOf } from '#domain/order/protocol/timeline.ts';
import type { TestItem } from '#domain/order/data/tests.ts';
import { useEditor } from '../editor/order-editor.ts';
import { BenchPicture } from './bench-picture.tsx';
import { ProtocolCurves } from './protocol-curves.tsx';
import { drawingOf } from '#domain/order/pictures/protocol-drawing.ts';
import { ProtocolExport } from './protocol-export.tsx';
import basics from '../../ui/basics.module.css';
import styles from './protocol-picture.module.css';
import { ProtocolTable } from './protocol-table.tsx';
import { StepList } from './step-list.tsx';
import { sentenceOfLines, spanText, stepLines, withUnit } from '#domain/order/protocol/step-words.ts';

/** Shows what a test does with a cell: voltage and current over time, its steps, and the files to take along. */
export function ProtocolPicture({ item, name }: { item: TestItem; name: string }) {
  const { t } = useTranslation('navigator');
  const { doc } = useEditor();
  const { steps, missing } = protocolOf(doc, item);
  const cell = idealCellOf(doc, item);
  // Only what is drawn: with the same key, the picture is not computed again while something else is typed.
  const drawn = steps && {
    steps,
    lower_V: cell.lower_V,
    upper_V: cell.upper_V,
    chemistry: typeof doc['chemistry'] === 'string' ? doc['chemistry'] : undefined,
    capacity_Ah: cell.capacity_Ah,
    isPreparation: item.type === 'Safety',
  };
  const fields = missing.map((key) => t(`field.${key}`, { defaultValue: key })).join(', ');
  return (
    <figure className={styles.picture} aria-label={t('protocol.picture', { name })}>
      {drawn === undefined ? (
        <p className={basics.quiet}>{t('protocol.missing', { fields })}</p>
      ) : (
        <StepListPicture drawn={JSON.stringify(drawn)} />
      )}
      {item.type === 'Safety' && <BenchPicture item={item} before={singleSteps(steps ?? []).length} />}
      <ProtocolExport item={item} name={name} />
    </figure>
  );
}

interface DrawnTest {
  steps: Step[];
  lower_V: number;
  upper_V: number;
  chemistry?: string;
  capacity_Ah?: number;
  /** Of a safety test, only what comes before the abuse is drawn. */
  isPreparation: boolean;
}

/** The picture of one step list, given as JSON: equal text means an equal picture. */
const StepListPicture = memo(function Drawn({ drawn: text }: { drawn: string }) {
  const { t, i18n } = useTranslation('navigator');
  const { drawn, timeline, drawing } = useMemo(() => computed(text), [text]);
  const { steps, capacity_Ah, isPreparation } = drawn;
  const language = i18n.language;
  const lines = useMemo(() => stepLines(t, language, steps), [t, language, steps]);
  const takes = spanText(language, timeline.hours * 3600);
  const basis = ocvTableOf(drawn.chemistry).basis;
  return (
    <>
      <p className={styles.caption}>
        <strong>{t(isPreparation ? 'protocol.preparation' : 'protocol.takes', { time: takes })}</strong>
        <span className={styles.ideal} title={t('protocol.basis', { basis })}>
          {t('protocol.idealised')}
        </span>
      </p>
      <ProtocolCurves
        panels={[
          { panel: drawing.voltage, unit: 'V', height: 132, line: 'voltage' },
          { panel: drawing.current, unit: capacity_Ah === undefined ? 'C' : 'A', height: 92, line: 'current' },
        ]}
        bands={drawing.bands}
        ticks={drawing.time.ticks}
        gaps={drawing.time.gaps.map(({ x, width, gap }) => ({
          x,
          width,
          text: t('protocol.times', { count: gap.count }),
        }))}
        says={t('protocol.says', {
          time: takes,
          lower: withUnit(language, drawn.lower_V, 'V'),
          upper: withUnit(language, drawn.upper_V, 'V'),
          steps: sentenceOfLines(lines),
        })}
      />
      <StepList lines={lines} />
      <details className={styles.table}>
        <summary>{t('protocol.table')}</summary>
        <p>{t('protocol.basis', { basis })}</p>
        <ProtocolTable timeline={timeline} steps={steps} capacity_Ah={capacity_Ah} />
      </details>
    </>
  );
});

function computed(text: string) {
  const drawn = JSON.parse(text) as DrawnTest;
  const { steps, lower_V, upper_V, chemistry, capacity_Ah } = drawn;
  const doc = {
    ...(chemistry !== undefined && { chemistry }),
    ...(capacity_Ah !== undefined && { nominalCapacity_Ah: capacity_Ah }),
    'tests/drawn/lowerVoltage': lower_V,
    'tests/drawn/upperVoltage': upper_V,
  };
  const timeline = timelineOf(steps, idealCellOf(doc, { id: 'drawn', type: 'RPT' }));
  return { drawn, timeline, drawing: drawingOf(timeline, capacity_Ah ?? 1) };
}

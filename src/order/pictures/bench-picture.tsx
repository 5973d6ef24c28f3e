import { useTranslation } from 'react-i18next';
import { benchSteps } from '#domain/order/lab-tests/abuse-steps.ts';
import { capacity_Ah } from '#domain/order/cell/capacity.ts';
import { abuseOf } from '#domain/order/protocol/abuse.ts';
import { safetyTestOf, type TestItem } from '#domain/order/data/tests.ts';
import { useEditor } from '../editor/order-editor.ts';
import { benchDrawingOf } from './bench-drawing.ts';
import { ProtocolCurves } from './protocol-curves.tsx';
import basics from '../../ui/basics.module.css';
import styles from './protocol-picture.module.css';
import { StepList } from './step-list.tsx';
import { benchLines, sentenceOfLines, spanText } from '#domain/order/protocol/step-words.ts';

/**
 * Shows what is done to a cell on the bench in a safety test: its set points over time, and its steps.
 * @param before number of steps of the preparation
 */
export function BenchPicture({ item, before }: { item: TestItem; before: number }) {
  const { t, i18n } = useTranslation('navigator');
  const { doc } = useEditor();
  const steps = benchSteps(doc, item);
  const kind = safetyTestOf(doc, item.id);
  if (kind === undefined || steps === undefined) return <p className={basics.quiet}>{t('protocol.bench.missing')}</p>;
  const abuse = abuseOf(doc, item);
  const capacity = capacity_Ah(doc);
  const lines = benchLines(t, i18n.language, steps, before);
  const hours = steps.reduce((sum, step) => sum + step.hours, 0);
  const time = spanText(i18n.language, hours * 3600);
  const isOvercharge = kind === 'Overcharge';
  const basis = `${t('protocol.bench.basis')}${isOvercharge ? ` ${t('protocol.bench.straight')}` : ''}`;
  const drawing = abuse && benchDrawingOf(abuse, capacity, before);
  return (
    <>
      <p className={styles.caption}>
        <strong>{t('protocol.bench.takes', { name: t(`option.safetyTest.${kind}`), time })}</strong>
        {drawing !== undefined && (
          <span className={styles.ideal} title={basis}>
            {t('protocol.idealised')}
          </span>
        )}
      </p>
      {drawing === undefined ? (
        <p className={basics.quiet}>{t('protocol.bench.noPath')}</p>
      ) : (
        <>
          <ProtocolCurves
            panels={drawing.panels.map(({ code, unit, panel }) => ({
              panel,
              unit,
              height: code === 'current' ? 72 : 110,
              line: code === 'voltage' || code === 'current' ? code : 'bench',
            }))}
            bands={drawing.bands}
            ticks={drawing.time.ticks}
            gaps={drawing.time.gaps.map(({ x, width, gap }) => ({
              x,
              width,
              text: spanText(i18n.language, (gap.end_h - gap.start_h) * 3600),
            }))}
            says={t('protocol.bench.says', {
              curves: new Intl.ListFormat(i18n.language).format(
                drawing.panels.map(({ code }) => t(`protocol.bench.curve.${code}`)),
              ),
              steps: sentenceOfLines(lines),
            })}
          />
          <p className={basics.quiet}>{basis}</p>
        </>
      )}
      <StepList lines={lines} />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { singleSteps, type Step } from '#domain/order/protocol/steps.ts';
import type { Timeline } from '#domain/order/protocol/timeline.ts';
import styles from './protocol-picture.module.css';
import { currentText, spanText, stepText, withUnit } from '#domain/order/protocol/step-words.ts';

interface ProtocolTableProps {
  timeline: Timeline;
  steps: readonly Step[];
  capacity_Ah: number | undefined;
}

/** The picture as figures: each step the first time it is run. */
export function ProtocolTable({ timeline, steps, capacity_Ah }: ProtocolTableProps) {
  const { t, i18n } = useTranslation('navigator');
  const rows = singleSteps(steps).map((step, index) => {
    const first = timeline.phases.findIndex((phase) => phase.step === index);
    const phases = timeline.phases.slice(first, first + (step.mode === 'cccv' ? 2 : 1));
    return {
      number: index + 1,
      step,
      starts_h: phases[0]?.start_h ?? 0,
      hours: phases.reduce((sum, phase) => sum + phase.hours, 0),
      end_V: phases.at(-1)?.voltage_V.at(-1)?.value ?? 0,
      rate: phases[0]?.rate ?? 0,
    };
  });
  const current = (rate: number) =>
    capacity_Ah === undefined
      ? currentText({ c_rate: { value: rate, unit: 'C' } })
      : withUnit(i18n.language, rate * capacity_Ah, 'A');
  return (
    <section className={styles.scroll} aria-label={t('protocol.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('protocol.column.step')}</th>
            <th scope="col">{t('protocol.column.starts')}</th>
            <th scope="col">{t('protocol.column.takes')}</th>
            <th scope="col">{t('protocol.column.current')}</th>
            <th scope="col">{t('protocol.column.ends')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, step, starts_h, hours, end_V, rate }) => (
            <tr key={number}>
              <th scope="row">{`${number}. ${stepText(t, i18n.language, step)}`}</th>
              <td>{spanText(i18n.language, starts_h * 3600)}</td>
              <td>{spanText(i18n.language, hours * 3600)}</td>
              <td>{current(rate)}</td>
              <td>{withUnit(i18n.language, end_V, 'V')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { AskedDesign, AskedOrder } from '#domain/order/data/asked.ts';
import { changesOfAskedOrder } from '#domain/order/design/asked-order.ts';
import { designAssumptions, designFigures, designProblemText, largestText } from '#domain/order/design/design-texts.ts';
import { docOfDesign, type DesignParameters } from '#domain/order/design/parameters.ts';
import { slidersOf, withSlider, type DesignSlider } from '#domain/order/design/sliders.ts';
import { solvedDesign } from '#domain/order/design/solve.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button, buttonRow } from '../../ui/button.tsx';
import { textOfCheck } from '../parts/check-text.ts';
import { figureWithUnit } from '#domain/order/cell/unit-text.ts';
import { describedCell } from './described-cell.ts';
import { NamedTests, TestsCard, type TakeProps } from './named-tests.tsx';
import styles from './design-card.module.css';

interface DescribedCellProps extends TakeProps {
  /** Text that the user typed about the cell. */
  text: string;
  /** Order that the design is to fill; its number of cells stays. */
  doc: OrderDoc;
}

/** Card of a cell that is described in words, or what to write for one. */
export function DescribedCell({ text, doc, ...take }: DescribedCellProps) {
  const { t, i18n } = useTranslation('navigator');
  const described = useDeferredValue(text);
  const { quantity } = doc;
  const {
    unread: words,
    order,
    asked,
    problem,
  } = useMemo(() => describedCell(described, quantity), [described, quantity]);
  const unread = words.length > 0 && <p className={styles.unread}>{t('design.unread', { list: words.join('; ') })}</p>;
  if (problem === undefined) {
    return (
      <>
        {order.service === 'testing' ? (
          <TestsCard order={order} doc={doc} {...take} />
        ) : (
          <DesignCard order={order} asked={asked} doc={doc} {...take} />
        )}
        {unread}
      </>
    );
  }
  return (
    <div className={styles.card} aria-live="polite">
      <p>{designProblemText(problem, i18n.language.startsWith('ko'))}</p>
      {unread}
    </div>
  );
}

interface DesignCardProps extends TakeProps {
  order: AskedOrder;
  asked: AskedDesign;
  doc?: OrderDoc;
}

/** Card of a designed cell: figures, what is assumed, and sliders that compute it again. */
export function DesignCard({ order, asked, doc = noOrder, ...take }: DesignCardProps) {
  const { t, i18n } = useTranslation('navigator');
  const isKorean = i18n.language.startsWith('ko');
  const design = useMemo(() => solvedDesign(asked), [asked]);
  const largest = largestText(design, isKorean);
  const assumed = designAssumptions(design, isKorean);
  return (
    <section className={styles.card} aria-label={t('design.title')}>
      <h3>{t('design.title')}</h3>
      {largest !== undefined && <output className={styles.largest}>{largest}</output>}
      {/* Another cell is another design: what the sliders changed of the one before does not apply to it. */}
      <SizedDesign
        key={JSON.stringify(design.parameters)}
        first={design.parameters}
        order={order}
        doc={doc}
        {...take}
      />
      {assumed.length > 0 && <p className={styles.assumed}>{t('design.assumed', { list: assumed.join('; ') })}</p>}
    </section>
  );
}

const noOrder: OrderDoc = {};

interface SizedProps extends TakeProps {
  order: AskedOrder;
  first: DesignParameters;
  doc: OrderDoc;
}

function SizedDesign({ first, order, doc, action, isBusy = false, onTake }: SizedProps) {
  const { t, i18n } = useTranslation('navigator');
  const { ctx } = useSession();
  const [parameters, setParameters] = useState(first);
  const [sliders] = useState(() => slidersOf(first));
  const designed = docOfDesign(parameters);
  const checks = checksOf(designed).filter(({ level }) => level !== 'info');
  return (
    <>
      <div className={styles.sliders}>
        {sliders.map((slider) => (
          <Slider
            key={slider.key}
            slider={slider}
            value={parameters[slider.key] ?? 0}
            onChange={(value) => setParameters(withSlider(parameters, slider, value))}
          />
        ))}
      </div>
      <dl className={styles.figures} aria-live="polite" aria-atomic="false">
        {designFigures(designed).map(({ code, value, unit }) => (
          <div key={code}>
            <dt>{t(code === 'side' ? 'design.side' : `derived.${code}`)}</dt>
            <dd>{figureWithUnit(t, i18n.language, value, unit)}</dd>
          </div>
        ))}
      </dl>
      {checks.length > 0 && (
        <ul className={styles.checks} aria-live="polite">
          {checks.map((check) => (
            <li key={`${check.path}/${check.code}`} data-tone={check.level === 'block' ? 'danger' : 'warn'}>
              {textOfCheck(check, t, i18n.language)}
            </li>
          ))}
        </ul>
      )}
      <NamedTests order={order} />
      <div className={buttonRow}>
        <Button
          variant="primary"
          busy={isBusy}
          onClick={() => onTake(changesOfAskedOrder(order, () => ctx.newId(), { doc, parameters }))}
        >
          {action}
        </Button>
        {parameters !== first && <Button onClick={() => setParameters(first)}>{t('design.reset')}</Button>}
      </div>
    </>
  );
}

function Slider({
  slider,
  value,
  onChange,
}: {
  slider: DesignSlider;
  value: number;
  onChange: (value: number) => void;
}) {
  const { t, i18n } = useTranslation('navigator');
  const id = useId();
  const { key, least, most, step, unit, bare_mm } = slider;
  const shown = figureWithUnit(t, i18n.language, value, unit);
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>
        {bare_mm === undefined
          ? t(`design.slider.${slider.label}`)
          : t('design.slider.heightWithEdge', { bare: figureWithUnit(t, i18n.language, bare_mm, 'mm') })}
      </label>
      <output htmlFor={id}>{shown}</output>
      <input
        id={id}
        type="range"
        name={key}
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}

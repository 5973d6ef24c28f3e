import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cellStateRules, cellStatuses } from '#domain/order/life/cell-moves.ts';
import { cellCounts, cellsIn, cellStates } from '#domain/order/data/cells.ts';
import type { CellState } from '#domain/order/data/order.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { cutText, isBlank } from '#domain/ground/text.ts';
import { markCells } from '../calls/cells-mark.ts';
import { withOpenCells } from '../views/staff-results.ts';
import type { OrderView } from '../../views/view-types.ts';
import { useMe, useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Failure } from '../../../staff/failure.tsx';
import styles from '../parts/orders.module.css';
import { CellsField } from './cells-field.tsx';
import { OpenMarks } from './open-marks.tsx';
import { readCells } from './read-cells.ts';
import { TestSelect } from './test-select.tsx';
import type { ResultsProps } from './results-props.ts';
import { useKeep } from './use-keep.ts';

/** Shows the number of cells in each state, the changes that still wait, and a form that gives cells another state. */
export function CellsCard({ order, open }: ResultsProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const me = useMe();
  const shown = withOpenCells(order, open, me);
  return (
    <Card title={t('navigator:cells.title')}>
      <div className={styles.stack}>
        <p>
          {cellCounts(cellsIn(shown))
            .map(([state, count]) => t('navigator:cells.count', { count, state: t(`navigator:cells.state.${state}`) }))
            .join(', ')}
        </p>
        <OpenMarks order={order} open={open} />
        {cellStatuses.has(order.status) && <MarkForm order={shown} />}
      </div>
    </Card>
  );
}

function MarkForm({ order }: { order: OrderView }) {
  const { t } = useTranslation(['admin', 'navigator']);
  const { ctx } = useSession();
  const tests = testsOf(order.doc);
  const cells = cellsIn(order).length;
  const [text, setText] = useState('');
  const [state, setState] = useState<CellState>('built');
  const [chosenTest, setTest] = useState('');
  const [reason, setReason] = useState('');
  const { isBusy, problem, keep } = useKeep();
  const { first = false, needs } = cellStateRules[state];
  const test = chosenTest === '' ? (tests[0]?.id ?? '') : chosenTest;
  // A state that new cells may have can be given to cells after the last one, which adds them.
  const most = first ? orderLimits.cellsPerOrder : cells;
  const read = readCells(text, { number: order.number, cells: most });
  const numbers = 'numbers' in read ? read.numbers : [];
  const isReady = numbers.length > 0 && (needs !== 'reason' || !isBlank(reason)) && (needs !== 'test' || test !== '');
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const more = { ...(needs === 'test' ? { test } : {}), ...(needs === 'reason' ? { reason } : {}) };
    if (!(await keep(() => markCells(ctx, order, { numbers, state, ...more })))) return;
    setText('');
    setReason('');
  };
  return (
    <form className={styles.stack} onSubmit={(event) => void handleSubmit(event)}>
      <CellsField
        label={t('results.cells')}
        hint={t('results.cellsHint', { cells })}
        text={text}
        read={read}
        onChange={setText}
      />
      <Select
        label={t('results.state')}
        value={state}
        options={cellStates.map((each) => ({ value: each, label: t(`navigator:cells.state.${each}`) }))}
        onChange={(value) => setState(cellStates.find((each) => each === value) ?? state)}
      />
      {needs === 'test' && <TestSelect doc={order.doc} test={test} onChange={setTest} />}
      {needs === 'reason' && (
        <Field
          label={t('orders.reason')}
          hint={t('results.reasonHint')}
          value={reason}
          lines={2}
          onChange={(next) => setReason(cutText(next, orderLimits.reasonChars))}
        />
      )}
      <div>
        <Button type="submit" busy={isBusy} disabled={!isReady}>
          {t('results.mark')}
        </Button>
      </div>
      {numbers.length > 0 && <Failure waits problem={problem} />}
    </form>
  );
}

import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import Plus from 'lucide-react/icons/plus';
import { asNumber } from '#domain/order/data/field.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfCopy, changesOfNewTest, type ValueChange } from '#domain/order/fields/presets.ts';
import { runsTests } from '#domain/order/data/services.ts';
import { testedCells } from '#domain/order/fields/test-cells.ts';
import { testTypes, testsOf } from '#domain/order/data/tests.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useOnce } from '../../ui/use-once.ts';
import { useSession } from '../../session/session-context.tsx';
import { CheckNotes } from '../editor/check-notes.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { TestCard } from './test-card.tsx';
import { purposeOf } from '../parts/test-words.ts';
import basics from '../../ui/basics.module.css';
import styles from './tests-step.module.css';

/**
 * Tests step: the tests of the order, each closed to one line until it is opened, and the six types to add.
 * @param sought path of the field to which the user was sent; its test is open
 */
export function TestsStep({ sought }: { sought: string | undefined }) {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const { doc, writeFrom } = useEditor();
  const [added, setAdded] = useState<{ id: string; isCopy: boolean }>();
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(firstOpened(sought)));
  const adding = useRef<HTMLUListElement>(null);
  const once = useOnce();
  if (!runsTests(doc)) {
    return <EmptyState title={t('tests.notOrdered')}>{t('tests.notOrderedText')}</EmptyState>;
  }
  const items = testsOf(doc);
  const handleAdd = async (changesOf: (now: OrderDoc, id: string) => ValueChange[], isCopy = false) => {
    const id = ctx.newId();
    await writeFrom((now) => changesOf(now, id));
    setAdded({ id, isCopy });
    setOpened((before) => new Set(before).add(id));
  };
  const toggle = (id: string) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      {items.length === 0 && <p className={styles.none}>{t('tests.none')}</p>}
      <CheckNotes path="tests" />
      <ol className={basics.stack}>
        {items.map((item, index) => (
          <TestCard
            key={item.id}
            item={item}
            index={index}
            isOpen={opened.has(item.id)}
            takesFocus={item.id === added?.id && (added.isCopy ? 'temp' : 'head')}
            onToggle={() => toggle(item.id)}
            onCopy={() => once(`copy ${item.id}`, () => handleAdd((now, id) => changesOfCopy(now, item, id), true))}
            onRemoved={() => adding.current?.querySelector('button')?.focus()}
          />
        ))}
      </ol>
      {items.length > 1 && <p className={styles.sum}>{cellsText(t, doc)}</p>}
      <ul className={styles.add} ref={adding}>
        {testTypes.map(({ code }) => (
          <li key={code}>
            <Button
              icon={<Plus aria-hidden />}
              onClick={() => once(code, () => handleAdd((now, id) => changesOfNewTest(now, id, code)))}
            >
              {t(`tests.add.${code}`)}
            </Button>
            <p className={basics.note}>{purposeOf(t, code)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a text that says how many cells the tests take together, and how many the order has. */
function cellsText(t: TFunction<'navigator'>, doc: OrderDoc): string {
  const ordered = asNumber(doc['quantity']);
  const taken = t('tests.cells', { cells: testedCells(doc) });
  return ordered === undefined ? taken : `${taken} ${t('tests.cellsOrdered', { cells: ordered })}`;
}

/** The test of the field to which the user was sent. */
function firstOpened(sought: string | undefined): string[] {
  const [list, item] = sought?.split('/') ?? [];
  return list === 'tests' && item !== undefined ? [item] : [];
}

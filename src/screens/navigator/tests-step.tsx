import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { changesOfNewTest } from '#domain/order/presets.ts';
import { pathOf } from '#domain/order/paths.ts';
import { runsTests } from '#domain/order/services.ts';
import { needOf, testFields } from '#domain/order/test-fields.ts';
import { testTypes, testsOf, type TestItem, type TestType } from '#domain/order/tests.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showNotice } from '../../ui/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { CheckNotes } from './check-notes.tsx';
import { FieldGroup } from './field-group.tsx';
import { FieldInput } from './field-input.tsx';
import { useEditor } from './order-editor.ts';
import styles from './tests-step.module.css';

/** Tests step: the tests of the order, each with its parameters. */
export function TestsStep() {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const { doc, write } = useEditor();
  const [added, setAdded] = useState<string>();
  const adding = useRef<HTMLDivElement>(null);
  if (!runsTests(doc)) {
    return <EmptyState title={t('tests.notOrdered')}>{t('tests.notOrderedText')}</EmptyState>;
  }
  const items = testsOf(doc);
  const handleAdd = async (type: TestType) => {
    const id = ctx.newId();
    await write(changesOfNewTest(doc, id, type));
    setAdded(id);
  };
  return (
    <>
      {items.length === 0 && <p className={styles.none}>{t('tests.none')}</p>}
      <CheckNotes path="tests" />
      <ol className={styles.list}>
        {items.map((item, index) => (
          <TestCard
            key={item.id}
            item={item}
            index={index}
            takesFocus={item.id === added}
            onRemoved={() => adding.current?.querySelector('button')?.focus()}
          />
        ))}
      </ol>
      <div className={styles.add} ref={adding}>
        {testTypes.map(({ code }) => (
          <Button key={code} icon={<Plus aria-hidden />} onClick={() => void handleAdd(code)}>
            {t(`tests.add.${code}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

const groups = ['conditions', 'charge', 'discharge', 'program'] as const;

interface TestCardProps {
  item: TestItem;
  index: number;
  /** Whether the user has just added the test. */
  takesFocus: boolean;
  onRemoved: () => void;
}

function TestCard({ item, index, takesFocus, onRemoved }: TestCardProps) {
  const { t } = useTranslation('navigator');
  const { doc, write } = useEditor();
  const name = t('tests.name', { index: index + 1, type: t(`option.type.${item.type}`) });
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) head.current?.focus();
  }, [takesFocus]);
  const removedPath = pathOf('tests', item.id, 'removed');
  const handleRemove = () => {
    void write([{ path: removedPath, value: true }]);
    const undo = { label: t('undo'), run: () => void write([{ path: removedPath, value: null }]) };
    onRemoved();
    showNotice({ title: t('tests.removed', { name }), action: undo });
  };
  const fields = testFields.filter((field) => field.key !== 'type' && needOf(field, doc, item) !== undefined);
  const inGroup = (group: string) =>
    fields
      .filter((field) => field.group === group)
      .map((field) => <FieldInput key={field.key} field={field} path={pathOf('tests', item.id, field.key)} />);
  const pulses = inGroup('pulses');
  return (
    <li className={styles.test}>
      <header className={styles.head}>
        <h3 ref={head} tabIndex={-1}>
          {name}
        </h3>
        <IconButton small label={t('tests.remove', { name })} icon={<Trash2 aria-hidden />} onClick={handleRemove} />
      </header>
      {groups.map((group) => (
        <FieldGroup key={group} title={t(`group.${group}`)}>
          {inGroup(group)}
        </FieldGroup>
      ))}
      {pulses.length > 0 && (
        <details className={styles.pulses} open={Array.isArray(doc[pathOf('tests', item.id, 'socCheckpoints')])}>
          <summary>{t('group.pulses')}</summary>
          <FieldGroup note={t('tests.pulsesNote')}>{pulses}</FieldGroup>
        </details>
      )}
    </li>
  );
}

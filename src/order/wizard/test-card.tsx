import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import Trash2 from 'lucide-react/icons/trash-2';
import { plannedOf } from '#domain/ground/number-texts.ts';
import { asNumber } from '#domain/order/data/field.ts';
import { duration_h } from '#domain/order/lab-tests/durations.ts';
import { pathOf } from '#domain/order/fields/paths.ts';
import { standardOf } from '#domain/order/data/standards.ts';
import { safetyTestOf, type TestItem } from '#domain/order/data/tests.ts';
import { IconButton } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { controlAt } from '../parts/control-at.ts';
import { FieldGroup } from '../editor/field-group.tsx';
import { FieldInput } from '../editor/field-input.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { ProtocolPicture } from '../pictures/protocol-picture.tsx';
import { openIn, testGroups, type TestGroup } from '../editor/test-groups.ts';
import { TestPlan } from './test-plan.tsx';
import { nameOfTest } from '#domain/order/fields/test-name.ts';
import { purposeOf } from '../parts/test-words.ts';
import opening from '../editor/opening-heading.module.css';
import styles from './test-card.module.css';

interface TestCardProps {
  item: TestItem;
  index: number;
  isOpen: boolean;
  /** Part that takes focus because the user has just added the test; in a copy the temperature, which often differs. */
  takesFocus: 'head' | 'temp' | false;
  onToggle: () => void;
  onCopy: () => void;
  onRemoved: () => void;
}

/** One test: closed, one line with its key figures and open problems; open, its plan and its fields too. */
export function TestCard({ item, index, isOpen, takesFocus, onToggle, onCopy, onRemoved }: TestCardProps) {
  const { t, i18n } = useTranslation('navigator');
  const { doc, checks, write } = useEditor();
  const name = t('tests.name', { index: index + 1, type: nameOfTest(t, doc, item) });
  const head = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus === 'head') head.current?.focus();
    if (takesFocus !== 'temp') return;
    const temperature = document.querySelector<HTMLInputElement>(controlAt(pathOf('tests', item.id, 'temp')));
    temperature?.focus();
    temperature?.select();
  }, [takesFocus, item.id]);
  const removedPath = pathOf('tests', item.id, 'removed');
  const handleRemove = () => {
    void write([{ path: removedPath, value: true }]);
    const undo = { label: t('undo'), run: () => void write([{ path: removedPath, value: null }]) };
    onRemoved();
    showNotice({ title: t('tests.removed', { name }), action: undo });
  };
  const hours = duration_h(doc, item);
  const cells = asNumber(doc[pathOf('tests', item.id, 'cellsPerCondition')]);
  const temp = asNumber(doc[pathOf('tests', item.id, 'temp')]);
  const figures = [
    cells === undefined ? '' : `${cells}\u2009${t('unit.cells', { count: cells })}`,
    temp === undefined ? '' : `${temp}\u2009°C`,
    hours === undefined ? '' : t('tests.hours', { hours: plannedOf(i18n.language, hours) }),
  ].filter((text) => text !== '');
  const open = openIn(checks, item);
  return (
    <li className={styles.test} data-open={isOpen || undefined}>
      <header className={styles.head}>
        <h3>
          <button ref={head} type="button" className={opening.opener} aria-expanded={isOpen} onClick={onToggle}>
            <span className={opening.name}>{name}</span>
            <span className={styles.figures}>{figures.join(' · ')}</span>
            {open > 0 && (
              <span className={styles.problems} data-tone="warn">
                {t('cellGroups.open', { count: open })}
              </span>
            )}
          </button>
        </h3>
        <IconButton small label={t('tests.copy', { name })} icon={<Copy aria-hidden />} onClick={onCopy} />
        <IconButton small label={t('tests.remove', { name })} icon={<Trash2 aria-hidden />} onClick={handleRemove} />
      </header>
      {isOpen && (
        <>
          <ProtocolPicture item={item} name={name} />
          <BasedOn item={item} />
          <TestPlan item={item} />
          {testGroups(doc, item).map((group) => (
            <Group key={group.code} group={group} item={item} />
          ))}
        </>
      )}
    </li>
  );
}

function Group({ group, item }: { group: TestGroup; item: TestItem }) {
  const { t } = useTranslation('navigator');
  const { doc } = useEditor();
  const at = (key: string) => pathOf('tests', item.id, key);
  const fields = group.fields.map((field) => <FieldInput key={field.key} field={field} path={at(field.key)} />);
  const title = t(`group.${group.code}`);
  if (!group.isOptional) {
    return (
      <div className={styles.group}>
        {group.code === 'test' ? <FieldGroup>{fields}</FieldGroup> : <FieldGroup title={title}>{fields}</FieldGroup>}
      </div>
    );
  }
  const isFilled = group.fields.some((field) => (doc[at(field.key)] ?? null) !== null);
  return (
    <details className={styles.optional} open={isFilled}>
      <summary>{t('tests.optional', { group: title })}</summary>
      <FieldGroup note={t(`tests.note.${group.code}`)}>{fields}</FieldGroup>
    </details>
  );
}

/** Shows the purpose of the test and the standard it follows: as it is, or only as its base. */
function BasedOn({ item }: { item: TestItem }) {
  const { t } = useTranslation('navigator');
  const { doc } = useEditor();
  const based = standardOf(doc, item.id);
  const fields = based?.changed.map((key) => t(`field.${key}`, { defaultValue: key })).join(', ');
  return (
    <div className={styles.purpose}>
      <p>{purposeOf(t, safetyTestOf(doc, item.id) ?? item.type)}</p>
      {based !== undefined && (
        <p>
          {fields === ''
            ? t('tests.asIn', { standard: based.standard.code })
            : t('tests.basedOn', { standard: based.standard.code, fields })}
        </p>
      )}
    </div>
  );
}

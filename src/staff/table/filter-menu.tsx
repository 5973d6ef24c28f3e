import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { Button, buttonRow } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { closingMenu } from './closing-menu.ts';
import type { TableState } from './table-state.ts';
import styles from './table.module.css';

/** A filter of a list: a menu of its options, which is there if there are at least two. */
export interface TableFilter {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** It has one option, and is a checkbox. */
  isSwitch?: true;
}

interface FilterProps {
  filter: TableFilter;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The control of one filter. */
export function FilterMenu({ filter: { label, options, isSwitch }, chosen: inAddress, onChange }: FilterProps) {
  const { t } = useTranslation('admin');
  // Checked at once: the address follows a little later, and several clicks count together.
  const [own, setOwn] = useState({ since: inAddress.join(), chosen: inAddress });
  if (own.since !== inAddress.join()) setOwn({ since: inAddress.join(), chosen: inAddress });
  const { chosen } = own;
  const toggle = (value: string, is: boolean) => {
    const next = is ? [...chosen, value] : chosen.filter((each) => each !== value);
    setOwn({ ...own, chosen: next });
    onChange(next);
  };
  if (isSwitch === true)
    return options.map(({ value, label: name }) => (
      <Checkbox key={value} label={name} checked={chosen.includes(value)} onChange={(is) => toggle(value, is)} />
    ));
  if (options.length < 2) return null;
  return (
    <details className={styles.menu} ref={closingMenu}>
      <summary>
        {chosen.length === 0 ? label : t('table.filtered', { label, count: chosen.length })}
        <ChevronDown aria-hidden />
      </summary>
      {/* It can have the focus, so that a click between its options does not close it. */}
      <fieldset className={styles.options} aria-label={label} tabIndex={-1}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(is) => toggle(option.value, is)}
          />
        ))}
      </fieldset>
    </details>
  );
}

interface ChosenFiltersProps {
  filters: readonly TableFilter[];
  state: TableState;
  onChange: (filters: TableState['filters']) => void;
}

/** The chosen values of all filters, each with a button that takes it away. */
export function ChosenFilters({ filters, state, onChange }: ChosenFiltersProps) {
  const { t } = useTranslation('admin');
  const chosen = filters.flatMap((filter) =>
    filter.isSwitch === true ? [] : (state.filters[filter.name] ?? []).map((value) => ({ filter, value })),
  );
  if (chosen.length === 0) return null;
  return (
    <ul className={buttonRow} aria-label={t('table.chosenFilters')}>
      {chosen.map(({ filter, value }) => {
        const name = filter.options.find((option) => option.value === value)?.label ?? value;
        const left = (state.filters[filter.name] ?? []).filter((each) => each !== value);
        return (
          <li key={`${filter.name} ${value}`}>
            <Button
              small
              icon={<X aria-hidden />}
              aria-label={t('table.unfilter', { label: filter.label, name })}
              onClick={() => onChange({ ...state.filters, [filter.name]: left })}
            >
              {name}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

import { useEffect, useRef, useState } from 'react';
import { SearchBox } from '../../ui/form/search-box.tsx';
import styles from './table.module.css';
import { searchChars, searchPauseMs } from '#domain/ground/search-input.ts';

interface TableSearchProps {
  label: string;
  /** The text in the address. */
  search: string;
  onSearch: (search: string) => void;
}

/** The search field of a list. The list follows after a pause in typing. */
export function TableSearch({ label, search, onSearch }: TableSearchProps) {
  // undefined: as in the address
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleChange = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTyped(undefined);
      onSearch(text);
    }, searchPauseMs);
  };
  return (
    <SearchBox
      className={styles.search}
      label={label}
      value={typed ?? search}
      maxLength={searchChars}
      onChange={handleChange}
    />
  );
}

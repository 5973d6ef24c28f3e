import Search from 'lucide-react/icons/search';
import styles from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  /** Class that places the box in its list. */
  className: string | undefined;
}

/** The search field above a list, which the list follows while the user types. */
export function SearchBox({ label, value, onChange, maxLength, className = '' }: SearchBoxProps) {
  return (
    <div className={`${styles.box ?? ''} ${className}`}>
      <Search aria-hidden />
      <input
        type="search"
        value={value}
        maxLength={maxLength}
        aria-label={label}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

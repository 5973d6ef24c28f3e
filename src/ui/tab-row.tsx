import { Link } from 'react-router-dom';
import { useOpenTabInView } from './into-view.ts';
import styles from './tab-row.module.css';

interface TabRowProps {
  label: string;
  tabs: readonly { name: string; text: string; to: string }[];
  /** Name of the tab that is shown. */
  current: string;
}

/** Links to the parts of a page in one row. A narrow screen scrolls it, with the current one in view. */
export function TabRow({ label, tabs, current }: TabRowProps) {
  const row = useOpenTabInView(current);
  return (
    <nav ref={row} className={styles.row} aria-label={label}>
      {tabs.map(({ name, text, to }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

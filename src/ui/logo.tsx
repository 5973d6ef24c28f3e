import Zap from 'lucide-react/icons/zap';
import styles from './logo.module.css';

/** The mark of the product, beside its name. */
export function Logo() {
  return (
    <span className={styles.logo} aria-hidden>
      <Zap />
    </span>
  );
}

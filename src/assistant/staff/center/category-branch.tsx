import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { CategoryNode } from '#domain/assistant/wire/categories.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './categories.module.css';

interface CategoryBranchProps {
  large: CategoryNode;
  /** Categories in it, each medium one before its small ones. */
  inner: readonly CategoryNode[];
  isOpen: boolean;
  onRename: (path: string[]) => void;
}

/** A large category, which opens to those in it. */
export function CategoryBranch({ large, inner, isOpen, onRename }: CategoryBranchProps) {
  const { t } = useTranslation('center');
  return (
    <details className={styles.branch} open={isOpen}>
      <summary>
        <ChevronRight aria-hidden />
        <strong>{large.path[0]}</strong>
        <span className={styles.counts}>{t('categories.counts', { count: large.qnas, ...countsOf(large) })}</span>
      </summary>
      <ul>
        {[large, ...inner].map((node) => (
          <Row key={node.path.join('/')} node={node} onRename={onRename} />
        ))}
      </ul>
    </details>
  );
}

function Row({ node, onRename }: { node: CategoryNode; onRename: (path: string[]) => void }) {
  const { t } = useTranslation('center');
  const { path, qnas, needs_check: check } = node;
  const list = `/admin/knowledges?category=${encodeURIComponent(path.map(encodeURIComponent).join('/'))}`;
  return (
    <li data-level={path.length}>
      <span className={styles.name}>{path.length === 1 ? t('categories.whole', { name: path[0] }) : path.at(-1)}</span>
      <span className={styles.counts}>
        <Link to={list}>{t('categories.qnas', { count: qnas })}</Link>
        {t('categories.published', { count: node.published })}
        {check > 0 && <Link to={`${list}&status=needs_check`}>{t('categories.check', { count: check })}</Link>}
      </span>
      <Button small aria-label={t('categories.renameOne', { name: path.join(' / ') })} onClick={() => onRename(path)}>
        {t('categories.rename')}
      </Button>
    </li>
  );
}

function countsOf({ published, needs_check: check }: CategoryNode) {
  return { published, check };
}

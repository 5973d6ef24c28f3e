import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import Plus from 'lucide-react/icons/plus';
import { Button } from '../../../ui/button.tsx';
import styles from './knowledges.module.css';

interface KnowledgeToolsProps {
  onAdd: () => void;
}

/** Heading of the page, and what can be done with the knowledge base as a whole. */
export function KnowledgeTools({ onAdd }: KnowledgeToolsProps) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.head}>
      <h2>{t('qna.title')}</h2>
      <div className={styles.tools}>
        <Link to="/admin/knowledges-center">{t('qna.toCenter')}</Link>
        {/* The buttons of import, sync and settings stand here, each in its own component. */}
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
          {t('qna.add')}
        </Button>
      </div>
    </div>
  );
}

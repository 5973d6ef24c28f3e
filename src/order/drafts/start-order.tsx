import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import Plus from 'lucide-react/icons/plus';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useOnce } from '../../ui/use-once.ts';

/** Button that opens the wizard for a new order. */
export function StartOrder() {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const navigate = useNavigate();
  const once = useOnce();
  const handleStart = () =>
    once('new', () => navigate(`/one-stop-order/Prototyping/${ctx.newId()}`, { state: { isNew: true } }));
  return (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={handleStart}>
      {t('drafts.new')}
    </Button>
  );
}

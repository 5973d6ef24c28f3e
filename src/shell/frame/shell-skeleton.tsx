import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import frame from './frame.module.css';

/** Skeleton of the frame while its content loads. */
export function ShellSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={frame.frame}>
      <div className={frame.sidebar} />
      <div className={frame.header} />
      <main className={frame.main}>
        <Skeleton label={t('state.loading')} lines={6} />
      </main>
    </div>
  );
}

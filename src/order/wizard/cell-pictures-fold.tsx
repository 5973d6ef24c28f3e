import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildOf } from '#domain/order/data/formats.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { preference, setPreference } from '../../net/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import opening from '../editor/opening-heading.module.css';
// Part of the wizard's style sheet, so that the pictures need no file of their own for it.
import '../pictures/layers.module.css';
import '../pictures/picture.module.css';
import '../pictures/webs.module.css';
import styles from './cell-step.module.css';

interface CellPicturesFoldProps {
  doc: OrderDoc;
  onChoose: (path: string) => void;
}

const folded = 'vfp.pictures';

/** Whether the pictures are open: as the user left them on this device, else where there is room beside the fields. */
function startsOpen(): boolean {
  const kept = preference(folded);
  return kept === null ? matchMedia('(min-width: 48rem)').matches : kept === 'open';
}

/** The pictures of a cell under a heading that opens and closes. Closed, they are not loaded. */
export function CellPicturesFold(props: CellPicturesFoldProps) {
  const { t } = useTranslation('navigator');
  const [isOpen, setIsOpen] = useState(startsOpen);
  const toggle = () => {
    setPreference(folded, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  };
  return (
    <section className={styles.pictures}>
      <h3>
        <button type="button" className={opening.opener} aria-expanded={isOpen} onClick={toggle}>
          <span className={opening.name}>{t('pictures.heading')}</span>
        </button>
      </h3>
      {isOpen && <LoadedPictures {...props} />}
    </section>
  );
}

/** The lazy component of the pictures. It keeps a failure, so each attempt has its own; `key` counts them. */
let latest = { key: 0, CellPictures: lazyPictures() };

function lazyPictures() {
  return lazy(async () => ({ default: (await import('../pictures/cell-pictures.tsx')).CellPictures }));
}

/** Loads the pictures; where that fails, a line says so and offers to try again. The fields below are not affected. */
function LoadedPictures(props: CellPicturesFoldProps) {
  const { t } = useTranslation('navigator');
  const [{ key, CellPictures }, setAttempt] = useState(latest);
  const retry = () => {
    latest = { key: latest.key + 1, CellPictures: lazyPictures() };
    setAttempt(latest);
  };
  const failed = (
    <p className={styles.failed} role="alert">
      {t('pictures.failed')}
      <Button small onClick={retry}>
        {t('pictures.retry')}
      </Button>
    </p>
  );
  return (
    <ErrorBoundary key={key} fallback={failed}>
      <Suspense
        fallback={
          <div className={styles.loading} data-build={buildOf(props.doc)}>
            <Skeleton label={t('pictures.loading')} shape="block" lines={1} />
          </div>
        }
      >
        <CellPictures {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

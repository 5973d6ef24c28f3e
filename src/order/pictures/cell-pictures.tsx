import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildOf } from '#domain/order/data/formats.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { CoinPicture } from './coin-picture.tsx';
import { drawnDocOf } from '#domain/order/pictures/drawn-doc.ts';
import { HousedPicture } from './housed-picture.tsx';
import { isHoused } from '#domain/order/pictures/housed.ts';
import { LayersPicture } from './layers-picture.tsx';
import { partTextsOf } from './part-texts.ts';
import { RollPicture } from './roll-picture.tsx';
import { WebsPicture } from './webs-picture.tsx';
import styles from './picture.module.css';

interface CellPicturesProps {
  doc: OrderDoc;
  /** Called with the path of a chosen part's field; without it, the pictures are for reading only. */
  onChoose?: (path: string) => void;
}

/** Pictures of the cell that an order describes, to scale. Missing values are drawn with typical ones, and said. */
export function CellPictures({ doc, onChoose }: CellPicturesProps) {
  const { t, i18n } = useTranslation('navigator');
  // A key is painted first; the pictures follow it.
  const shown = useDeferredValue(doc);
  const drawn = useMemo(() => drawnDocOf(shown), [shown]);
  const texts = useMemo(() => partTextsOf(t, i18n.language, drawn), [t, i18n.language, drawn]);
  const lit = useFocusedField();
  const build = buildOf(shown);
  const shared = { drawn, texts, lit, onChoose };
  return (
    <div className={styles.pictures}>
      {build === 'roll' && <WebsPicture {...shared} />}
      {build === 'roll' && <RollPicture {...shared} />}
      {build === 'coin' && <CoinPicture {...shared} />}
      {isHoused(build) && <HousedPicture {...shared} />}
      {build !== undefined && <LayersPicture {...shared} />}
    </div>
  );
}

/** Returns the path of the field that has the focus, in whichever group of the step. */
function useFocusedField(): string | undefined {
  const [path, setPath] = useState<string>();
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const field = target instanceof Element ? target.closest('[data-path]') : null;
      setPath(field?.getAttribute('data-path') ?? undefined);
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return path;
}

import { useTranslation } from 'react-i18next';
import { missingFor, type Picture } from './needs.ts';
import type { PictureProps } from './picture-props.ts';
import styles from './picture.module.css';

interface MissingPictureProps extends PictureProps {
  picture: Picture;
  title: string;
}

/** Card in place of a picture that cannot be drawn: the fields it needs, each leading to its place. */
export function MissingPicture({ picture, title, drawn, texts, onChoose }: MissingPictureProps) {
  const { t } = useTranslation('navigator');
  const missing = missingFor(picture, drawn.doc);
  return (
    <section className={styles.card} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.note}>{t(missing.length === 0 ? 'pictures.noShape' : 'pictures.needs')}</p>
      {missing.length > 0 && (
        <ul className={styles.needs}>
          {missing.map((path) => (
            <li key={path}>
              {onChoose === undefined ? (
                texts.name(path)
              ) : (
                <button type="button" onClick={() => onChoose(path)}>
                  {texts.name(path)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

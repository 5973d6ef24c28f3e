import { useTranslation } from 'react-i18next';
import type { RateCardVersion } from '#domain/order/wire/rate-card.ts';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { type CardEdit, editedCard, editTowards, noEdit, withText } from './card-edit.ts';
import { CardSaving } from './card-saving.tsx';
import { FigureTable } from './figure-table.tsx';
import { OtherVersion, VersionLine } from './version-line.tsx';
import { Versions } from './versions.tsx';
import { useCardEdit } from './use-card-edit.ts';

interface CardEditorProps {
  /** Newest first; at least the example card. */
  versions: RateCardVersion[];
  initial: CardEdit;
  onReload: () => void;
}

/** Editor of the newest version: figures, what they would change, the reason, and a button that saves. */
export function CardEditor({ versions, initial, onReload }: CardEditorProps) {
  const { t, i18n } = useTranslation('admin');
  const [edit, setEdit] = useCardEdit(initial);
  const [current] = versions;
  if (current === undefined) return null;
  const seen = edit.seen === undefined ? undefined : versions.find(({ number }) => number === edit.seen);
  const isStale = edit.seen !== undefined && edit.seen !== current.number;
  const edited = editedCard(i18n.language, edit, current.card, seen?.card);

  const change = (next: CardEdit) => setEdit({ ...next, seen: edit.seen ?? current.number });
  const replaceAll = (next: CardEdit, title: string) => {
    setEdit(next);
    showNotice({ title, action: { label: t('common:action.undo'), run: () => setEdit(edit) } });
  };
  const handleVersion = (version: RateCardVersion) =>
    replaceAll(
      { ...editTowards(i18n.language, edit, current.card, version.card), seen: current.number },
      t('rateCard.startedFrom', { number: version.number }),
    );
  function handleSaved(number: number): void {
    setEdit(noEdit);
    showNotice({ title: t('rateCard.saved', { number }), tone: 'ok' });
    onReload();
  }

  return (
    <>
      <VersionLine version={current} />
      {isStale && <OtherVersion version={current} onAgree={() => setEdit({ ...edit, seen: current.number })} />}
      <FigureTable
        edited={edited}
        card={current.card}
        onType={(path, text) => change(withText(edit, path, text))}
        onLeave={(path) =>
          edited.rows.some((row) => row.path === path && !row.isChanged) && change(withText(edit, path, undefined))
        }
      />
      <CardSaving
        current={current}
        edited={edited}
        note={edit.note}
        isStale={isStale}
        onNote={(note) => change({ ...edit, note })}
        onUndo={() => replaceAll({ ...edit, texts: {}, seen: current.number }, t('rateCard.undone'))}
        onSaved={handleSaved}
        onReload={onReload}
      />
      <Versions versions={versions} onStart={handleVersion} />
    </>
  );
}

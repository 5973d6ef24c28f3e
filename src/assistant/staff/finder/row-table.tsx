import { useTranslation } from 'react-i18next';
import Plus from 'lucide-react/icons/plus';
import type { FieldProblem } from '#domain/ground/errors.ts';
import { type Finding, type FinderStep, type FinderTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import type { BilingualText } from '#domain/quantities/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { RowKind } from './tree-edit.ts';
import styles from '../../../staff/admin.module.css';
import own from './finder.module.css';

interface RowTableProps {
  kind: RowKind;
  tree: FinderTree;
  problems: readonly FieldProblem[];
  /** Ids of the rows that differ from the saved version. */
  changed: readonly string[];
  onOpen: (id: string) => void;
  onNew: (kind: RowKind) => void;
}

/** The steps or the findings of a tree, each with its choices or causes and with what is wrong. */
export function RowTable({ kind, tree, problems, changed, onOpen, onNew }: RowTableProps) {
  const { t, i18n } = useTranslation('admin');
  const rows = kind === 'steps' ? tree.steps : tree.findings;
  return (
    <Card
      title={t(`finder.${kind}`)}
      aside={
        <Button small icon={<Plus aria-hidden />} onClick={() => onNew(kind)}>
          {t(`finder.new.${kind}`)}
        </Button>
      }
    >
      <table className={styles.rows} data-words>
        <thead>
          <tr>
            <th scope="col">{t('finder.id')}</th>
            <th scope="col">{t(`finder.what.${kind}`)}</th>
            <th scope="col">{t(`finder.leads.${kind}`)}</th>
            <th scope="col">{t('finder.action')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row: FinderStep | Finding, i) => (
            <tr key={row.id}>
              <th scope="row">
                <span className={own.whole}>{row.id}</span>
                {kind === 'steps' && i === 0 && <small>{t('finder.start')}</small>}
                {changed.includes(row.id) && <small>{t('finder.isChanged')}</small>}
              </th>
              <td data-label={t(`finder.what.${kind}`)}>
                <div>
                  {wordsIn('question' in row ? row.question : row.title, i18n.language)}
                  <Problems of={`${kind}/${row.id}`} problems={problems} />
                </div>
              </td>
              <td data-label={t(`finder.leads.${kind}`)}>
                <div>
                  <LeadsTo row={row} />
                </div>
              </td>
              <td>
                <span className={own.whole}>
                  <Button small aria-label={t('finder.editRow', { id: row.id })} onClick={() => onOpen(row.id)}>
                    {t('finder.edit')}
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Shows where the choices of a step lead, or the entries that the causes of a finding cite. */
function LeadsTo({ row }: { row: FinderStep | Finding }) {
  const { i18n } = useTranslation('admin');
  const say = (words: BilingualText) => wordsIn(words, i18n.language);
  return 'choices' in row
    ? row.choices.map(({ says, next }) => <small key={`${says.en} ${next}`}>{`${say(says)} → ${next}`}</small>)
    : row.causes.map(({ name, entries }) => <small key={name.en}>{`${say(name)} (${entries.join(', ')})`}</small>);
}

function Problems({ of, problems }: { of: string; problems: readonly FieldProblem[] }) {
  const { t } = useTranslation('admin');
  const codes = new Set(
    problems.filter(({ path }) => path === of || path.startsWith(`${of}/`)).map(({ code }) => code),
  );
  return [...codes].map((code) => (
    <small key={code}>
      <Chip tone="danger">{t(`finder.problem.${code}`)}</Chip>
    </small>
  ));
}

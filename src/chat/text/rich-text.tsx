import { Children, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Table from 'lucide-react/icons/table';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import { makeFocusable } from './focusable.ts';
import { Formula } from './formula.tsx';
import { drawPieces } from './marked-text.tsx';
import { type RichBlock, richBlocksOf, richPiecesOf } from './rich-blocks.ts';
import { tableCsv } from './table-csv.ts';
import type { Piece } from './marks.ts';
import styles from './marked-text.module.css';

/** Renders the Markdown of an answer as React elements, never as HTML. */
export function RichText({ content }: { content: string }) {
  return drawnBlocks(richBlocksOf(content));
}

function drawnBlocks(blocks: readonly RichBlock[]): ReactNode {
  return Children.toArray(blocks.map(drawnBlock));
}

function drawnPieces(pieces: readonly Piece[]): ReactNode {
  return drawPieces(pieces, (tex) => <Formula tex={tex} />);
}

function drawnBlock(block: RichBlock): ReactNode {
  if (block.kind === 'code') {
    return (
      <pre ref={makeFocusable} className={styles.block}>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === 'formula') return <Formula tex={block.text} display />;
  if (block.kind === 'quote') return <blockquote className={styles.quote}>{drawnBlocks(block.blocks)}</blockquote>;
  if (block.kind === 'list') return drawnList(block);
  if (block.kind === 'table') return <TableOfText table={block} />;
  return (
    <p className={block.kind === 'heading' ? styles.heading : styles.text} dir="auto">
      {drawnPieces(block.pieces)}
    </p>
  );
}

function drawnList({ start, items }: RichBlock & { kind: 'list' }): ReactNode {
  const List = start === undefined ? 'ul' : 'ol';
  return (
    <List className={styles.list} start={start} dir="auto">
      {Children.toArray(items.map((blocks) => <li>{drawnBlocks(blocks)}</li>))}
    </List>
  );
}

function TableOfText({ table }: { table: RichBlock & { kind: 'table' } }) {
  const { t } = useTranslation('chat');
  const copy = useCopy();
  const cells = (row: readonly string[], Cell: 'th' | 'td') =>
    Children.toArray(
      row.map((cell, column) => <Cell data-align={table.align[column]}>{drawnPieces(richPiecesOf(cell))}</Cell>),
    );
  return (
    <div className={styles.tableFrame}>
      <section ref={makeFocusable} className={styles.scroll} aria-label={t('table.label')}>
        <table className={styles.table}>
          <thead>
            <tr>{cells(table.head, 'th')}</tr>
          </thead>
          <tbody>{Children.toArray(table.rows.map((row) => <tr>{cells(row, 'td')}</tr>))}</tbody>
        </table>
      </section>
      <Button
        small
        variant="ghost"
        icon={<Table aria-hidden />}
        onClick={() => copy(tableCsv([table.head, ...table.rows]))}
      >
        {t('table.copyCsv')}
      </Button>
    </div>
  );
}

import { Children, type ReactNode } from 'react';
import { type Block, blocksOf, type Piece } from './marks.ts';
import styles from './marked-text.module.css';

/** Renders a text with its links and formatting as React elements, never as HTML. */
export function MarkedText({ content }: { content: string }) {
  return Children.toArray(blocksOf(content).map(drawnBlock));
}

function drawnBlock(block: Block) {
  if (block.kind === 'text')
    return (
      <p className={styles.text} dir="auto">
        {drawPieces(block.pieces)}
      </p>
    );
  const List = block.start === undefined ? 'ul' : 'ol';
  return (
    <List className={styles.list} start={block.start} dir="auto">
      {Children.toArray(block.items.map(drawnItem))}
    </List>
  );
}

function drawnItem(pieces: readonly Piece[]) {
  return <li>{drawPieces(pieces)}</li>;
}

/** Renders inline marks. */
export function drawPieces(pieces: readonly Piece[], drawFormula: DrawFormula = drawnSource): ReactNode[] {
  return Children.toArray(pieces.map((piece) => drawnPiece(piece, drawFormula)));
}

type DrawFormula = (tex: string) => ReactNode;

function drawnSource(tex: string) {
  return <code className={styles.code}>{tex}</code>;
}

function drawnPiece(piece: Piece, drawFormula: DrawFormula) {
  if (typeof piece === 'string') return piece;
  if (piece.kind === 'code') return <code className={styles.code}>{piece.text}</code>;
  if (piece.kind === 'formula') return drawFormula(piece.text);
  if (piece.kind === 'link')
    return (
      <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        {piece.text}
        {piece.host !== undefined && ` (${piece.host})`}
      </a>
    );
  const Mark = piece.kind === 'bold' ? 'strong' : 'em';
  return <Mark>{drawPieces(piece.pieces, drawFormula)}</Mark>;
}

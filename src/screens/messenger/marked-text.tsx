import { Fragment } from 'react';
import { blocksOf, type Piece } from './marks.ts';
import styles from './marked-text.module.css';

/** What somebody wrote, with its links and marks: made of elements, never of HTML that came with it. */
export function MarkedText({ content }: { content: string }) {
  return blocksOf(content).map((block, i) => {
    if (block.kind === 'text')
      return (
        <p key={i} className={styles.text} dir="auto">
          <Pieces pieces={block.pieces} />
        </p>
      );
    const List = block.start === undefined ? 'ul' : 'ol';
    return (
      <List key={i} className={styles.list} start={block.start} dir="auto">
        {block.items.map((pieces, at) => (
          <li key={at}>
            <Pieces pieces={pieces} />
          </li>
        ))}
      </List>
    );
  });
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, i) => <Fragment key={i}>{drawn(piece)}</Fragment>);
}

function drawn(piece: Piece) {
  if (typeof piece === 'string') return piece;
  if (piece.kind === 'code') return <code className={styles.code}>{piece.text}</code>;
  if (piece.kind === 'link')
    return (
      <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        {piece.text}
      </a>
    );
  const Mark = piece.kind === 'bold' ? 'strong' : 'em';
  return (
    <Mark>
      <Pieces pieces={piece.pieces} />
    </Mark>
  );
}

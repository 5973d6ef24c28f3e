import { Children, createElement, type ReactNode } from 'react';
import { mathOf, type MathNode } from './tex.ts';
import styles from './marked-text.module.css';

interface FormulaProps {
  tex: string;
  /** On a line of its own. */
  display?: boolean;
}

/** A formula as MathML, which browsers show without fonts of ours; TeX that is not known is shown as written. */
export function Formula({ tex, display = false }: FormulaProps) {
  const found = mathOf(tex);
  if (found === undefined) return <code className={styles.code}>{tex}</code>;
  const math = createElement('math', display ? { display: 'block' } : {}, drawn(found));
  return display ? <div className={styles.formula}>{math}</div> : math;
}

function drawn(node: MathNode | string): ReactNode {
  if (typeof node === 'string') return node;
  return createElement(node.tag, node.attributes ?? null, ...Children.toArray(node.children.map(drawn)));
}

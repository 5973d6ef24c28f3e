/** Something dangerous that people ask how to do, or whether they may. */
export interface Deed {
  acts: readonly Act[];
  /** Pattern of texts that ask for something else, in any language. */
  except?: RegExp;
  /** The Korean words for the deed. */
  ko: RegExp;
  /** One sentence. */
  why: Both;
  /** The advice: another way to the same end. */
  instead: Both;
}

/** The English words for a deed: one of the verbs, and within a few words one of the objects. */
export interface Act {
  /** First forms, separated by spaces; an underscore stands for a space. */
  verbs: string;
  /** A pattern. */
  objects: string;
}

export interface Both {
  en: string;
  ko: string;
}

export const disposal: Both = {
  en: 'To dispose of a cell, discharge it over a power resistor or on a cycler, tape its terminals and hand it to a battery recycler.',
  ko: '폐기하려면 전력 저항이나 충방전기로 방전하고 단자를 테이프로 막은 뒤 배터리 재활용 업체에 넘기세요.',
};

export const abuseTest: Both = {
  en: 'If you need to know what the cell does then, let a suitable laboratory do an abuse test: order it in the Navigator.',
  ko: '그때 셀이 어떻게 되는지 알아야 한다면 적합한 시험소의 남용 시험으로 하세요. 내비게이터에서 주문할 수 있습니다.',
};

export const quarantine: Both = {
  en: 'Keep it under observation outdoors or in a fire-safe place, one cell per box, and have a qualified firm dispose of it.',
  ko: '실외나 내화 장소에 한 상자에 한 셀씩 격리해 지켜보고, 자격 있는 업체에 폐기를 맡기세요.',
};

/** Joins texts of the table. */
export function joined(...texts: readonly Both[]): Both {
  return { en: texts.map(({ en }) => en).join(' '), ko: texts.map(({ ko }) => ko).join(' ') };
}

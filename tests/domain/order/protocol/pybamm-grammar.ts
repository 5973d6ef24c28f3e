/**
 * Reads one sentence of a PyBaMM experiment, by the rules that PyBaMM publishes for `pybamm.step.string`
 * (https://docs.pybamm.org/en/stable/source/api/experiment/experiment_steps.html, version 26.4, and the function's source
 * at commit 0308758): "Do this for this long", "Do this until this happens", or both with "or"; the instructions are
 * "(Dis)charge at x A/C/W", "Rest" and "Hold at x V"; times are seconds, minutes or hours; states are A, C/n or V; a
 * period may follow in brackets. Temperatures stand outside the sentence.
 */
export interface ReadSentence {
  instruction: 'Charge' | 'Discharge' | 'Hold' | 'Rest';
  /** A, C rate or V. */
  value?: { amount: number; unit: 'A' | 'C' | 'V' };
  seconds?: number;
  until?: { amount: number; unit: 'A' | 'C' | 'V' };
  period_s?: number;
}

/** @throws Error that names the sentence and the part of it that PyBaMM would not read */
export function readSentence(sentence: string): ReadSentence {
  const wrong = (part: string) => new Error(`"${sentence}": ${part}`);
  if (sentence.includes('oC')) throw wrong('a temperature stands outside the sentence');
  const [whole = '', period] = split(sentence, ' (', wrong);
  if (period !== undefined && !period.endsWith(' period)')) throw wrong('the bracket has no period');
  const [before = '', state] = split(whole, ' until ', wrong);
  if (before.endsWith(' or') !== (state !== undefined && before.includes(' for ')))
    throw wrong('"or" joins a time and a state');
  const [instruction = '', time] = split(before.replace(/ or$/, ''), ' for ', wrong);
  if (time === undefined && state === undefined) throw wrong('neither "for" nor "until"');
  const [verb = '', amount] = split(instruction, ' at ', wrong);
  const value = amount === undefined ? undefined : electric(amount, wrong);
  if (verb === 'Rest' ? value !== undefined || state !== undefined : value === undefined)
    throw wrong('a rest has no value, and everything else has one');
  if (verb === 'Hold' && (value?.unit !== 'V' || state?.endsWith('V') === true)) throw wrong('a hold is at a voltage');
  if ((verb === 'Charge' || verb === 'Discharge') && value?.unit === 'V') throw wrong('a current is in A or C');
  if (verb !== 'Charge' && verb !== 'Discharge' && verb !== 'Hold' && verb !== 'Rest')
    throw wrong('unknown instruction');
  return {
    instruction: verb,
    ...(value && { value }),
    ...(time !== undefined && { seconds: seconds(time, wrong) }),
    ...(state !== undefined && { until: electric(state, wrong) }),
    ...(period !== undefined && { period_s: seconds(period.replace(/ period\)$/, ''), wrong) }),
  };
}

type Wrong = (part: string) => Error;

/** Splits in two at a word that occurs once at most. */
function split(text: string, at: string, wrong: Wrong): string[] {
  const parts = text.split(at);
  if (parts.length > 2) throw wrong(`"${at.trim()}" occurs twice`);
  return parts;
}

function electric(text: string, wrong: Wrong): { amount: number; unit: 'A' | 'C' | 'V' } {
  const part = /^C\/(\d+(?:\.\d+)?)$/.exec(text);
  if (part !== null) return { amount: 1 / Number(part[1]), unit: 'C' };
  const plain = /^(\d+(?:\.\d+)?) ?(m?)([ACV])$/.exec(text);
  if (plain === null) throw wrong(`"${text}" is no current and no voltage`);
  const amount = Number(plain[1]) / (plain[2] === 'm' ? 1000 : 1);
  if (amount <= 0) throw wrong(`"${text}" is not positive`);
  return { amount, unit: plain[3] === 'A' ? 'A' : plain[3] === 'C' ? 'C' : 'V' };
}

function seconds(text: string, wrong: Wrong): number {
  const match = /^(\d+(?:\.\d+)?) (second|minute|hour)s?$/.exec(text);
  const value = Number(match?.[1] ?? Number.NaN) * ({ second: 1, minute: 60, hour: 3600 }[match?.[2] ?? ''] ?? 1);
  if (!(value > 0)) throw wrong(`"${text}" is no time`);
  return value;
}

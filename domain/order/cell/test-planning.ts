/** Values that are planned where an order does not give them: the same in durations, prices and step lists. */

/** An RPT that a longer test puts in, at 25 °C: soak, then C/3 cycles to C/20 with rests. Currents as C rates. */
export const checkUp = {
  temp_C: 25,
  soak_s: 7200,
  cycles: 3,
  charge: 1 / 3,
  cutoff: 1 / 20,
  discharge: 1 / 3,
  rest_s: 1800,
};

/**
 * Number of check-ups of a cycle test: one after every so many cycles.
 * @param hasFirst whether there is one before cycle 1, too
 */
export function checkUpsOf(cycles: number, every: number, hasFirst: boolean): number {
  return every < 1 ? 0 : Math.floor(cycles / every) + (hasFirst ? 1 : 0);
}

/** States of charge of the pulses of a check-up in storage, in %. */
export const checkUpSoc = [90, 80, 70, 60, 50, 40, 30, 20, 10];

/** Values for missing parameters of pulses: C rate between states of charge; rests and pulse in seconds. */
export const pulseDefaults = { adjust: 1 / 3, before_s: 3600, between_s: 40, after_s: 600, pulse_s: 10 };

/** One impedance spectrum, of 60 points; unconfirmed. */
export const spectrum = { each_s: 1800, interval_s: 30 };

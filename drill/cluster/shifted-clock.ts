// Loaded before a process by `--import`: shifts its clock by a number of milliseconds.
const shiftMs = Number(process.env.DRILL_CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    // Only "now" is wrong; a given time stays as it is.
    super(...((given.length === 0 ? [ShiftedDate.now()] : given) as ConstructorParameters<typeof Date>));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;

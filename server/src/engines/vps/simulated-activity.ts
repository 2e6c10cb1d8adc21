import { drawNoise } from '../simulation/hash.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

interface Level {
  length: number;
  count: number;
  weigh(seed: number, noise: number, index: number): number;
}

/**
 * Every week has the same amount of activity, distributed to days, hours and minutes by weights. So a total at any time
 * is exact and never falls, and costs 91 weights after a year as after a minute.
 */
const levels: readonly Level[] = [
  { length: day, count: 7, weigh: weighDay },
  { length: hour, count: 24, weigh: weighHour },
  { length: minute, count: 60, weigh: weighMinute },
];

/**
 * Returns the activity of a machine between two times, in milliseconds at its average rate. `seed` belongs to the
 * machine and sets its rhythm and bursts; `noise` belongs to the counter, so that counters of a machine correlate but
 * differ.
 */
export function sumActivity(seed: number, noise: number, from: number, to: number): number {
  // Whole weeks are separate: added to a time since 1970, the fractions would lose precision.
  const weeks = Math.floor(to / week) - Math.floor(from / week);
  return weeks * week + sumSinceMonday(seed, noise, to) - sumSinceMonday(seed, noise, from);
}

/** Returns how busy the time of day is for this machine: −1 at its minimum, 1 at its peak. */
export function readRhythm(seed: number, at: number): number {
  const peakHour = 11 + 8 * drawNoise(seed, 1);
  return Math.cos(((at / hour - peakHour) / 24) * 2 * Math.PI);
}

function sumSinceMonday(seed: number, noise: number, at: number): number {
  let start = Math.floor(at / week) * week;
  let done = 0;
  let portion = week;
  for (const { length, count, weigh } of levels) {
    const first = start / length;
    const current = Math.floor((at - start) / length);
    let before = 0;
    let own = 0;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const weight = weigh(seed, noise, first + i);
      total += weight;
      if (i < current) before += weight;
      else if (i === current) own = weight;
    }
    done += (portion * before) / total;
    portion *= own / total;
    start += current * length;
  }
  return done + (portion * (at - start)) / minute;
}

function weighDay(seed: number, _noise: number, index: number): number {
  return 0.85 + 0.3 * drawNoise(seed + 2, index);
}

function weighHour(seed: number, noise: number, index: number): number {
  return 1 + 0.6 * readRhythm(seed, (index + 0.5) * hour) + 0.15 * drawNoise(noise + 3, index);
}

function weighMinute(seed: number, noise: number, index: number): number {
  const isBurst = drawNoise(seed + 4, index) < 0.06;
  const burst = isBurst ? 1 + 2 * drawNoise(seed + 5, index) : 0;
  return 0.7 + 0.5 * drawNoise(noise + 6, index) + burst;
}

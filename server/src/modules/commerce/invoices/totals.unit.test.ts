import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTotals } from './totals.ts';

const gross = (amount: number) => ({ amount, tax_included: true });
const net = (amount: number) => ({ amount, tax_included: false });
const line = fc.record({ amount: fc.integer({ min: -1_000_000, max: 1_000_000 }), tax_included: fc.boolean() });
const lines = fc.array(line, { maxLength: 30 });
const rate = fc.constantFrom(0, 700, 810, 1700, 1900, 2000, 2550, 2700);
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

describe('the totals of an invoice', () => {
  it('extract the tax from a gross price, so that the customer pays that price', () => {
    expect(computeTotals([gross(999)], 1900)).toEqual({ net: [839], subtotal: 839, tax: 160, total: 999 });
    expect(computeTotals([gross(-999)], 1900)).toEqual({ net: [-839], subtotal: -839, tax: -160, total: -999 });
    // Computed over the sum, not by line: 3 × 9.99.
    expect(computeTotals([gross(999), gross(999), gross(999)], 1900)).toEqual({
      net: [840, 839, 839],
      subtotal: 2518,
      tax: 479,
      total: 2997,
    });
  });

  it('add the tax to a net price', () => {
    expect(computeTotals([net(839)], 1900)).toEqual({ net: [839], subtotal: 839, tax: 159, total: 998 });
    expect(computeTotals([net(50)], 1900)).toMatchObject({ tax: 10 });
    expect(computeTotals([net(1990), net(-995)], 1900)).toEqual({
      net: [1990, -995],
      subtotal: 995,
      tax: 189,
      total: 1184,
    });
  });

  it('add up gross and net prices', () => {
    expect(computeTotals([gross(999), net(1000)], 1900)).toEqual({
      net: [839, 1000],
      subtotal: 1839,
      tax: 350,
      total: 2189,
    });
  });

  it('are zero without lines, and for lines that cancel each other out', () => {
    expect(computeTotals([], 1900)).toEqual({ net: [], subtotal: 0, tax: 0, total: 0 });
    expect(computeTotals([gross(999), gross(-999)], 1900)).toMatchObject({ subtotal: 0, tax: 0, total: 0 });
    expect(computeTotals([net(0)], 1900)).toEqual({ net: [0], subtotal: 0, tax: 0, total: 0 });
  });

  it('add up: net lines to the subtotal, subtotal and tax to the total, gross prices to the total', () => {
    fc.assert(
      fc.property(lines, rate, (lines, rate) => {
        const totals = computeTotals(lines, rate);
        expect(sum(totals.net)).toBe(totals.subtotal);
        expect(totals.subtotal + totals.tax).toBe(totals.total);
        if (lines.every(({ tax_included }) => tax_included)) expect(totals.total).toBe(sum(lines.map((l) => l.amount)));
        if (rate === 0) expect(totals.net).toEqual(lines.map((l) => l.amount));
        lines.forEach(({ amount, tax_included }, index) => {
          const exact = tax_included ? (amount * 10_000) / (10_000 + rate) : amount;
          expect(Math.abs((totals.net[index] ?? Number.NaN) - exact)).toBeLessThan(1.001);
        });
      }),
    );
  });

  it('of negative lines, as in a credit note, are the same with the opposite sign', () => {
    fc.assert(
      fc.property(lines, rate, (lines, rate) => {
        const there = computeTotals(lines, rate);
        const back = computeTotals(
          lines.map(({ amount, tax_included }) => ({ amount: -amount, tax_included })),
          rate,
        );
        expect([back.subtotal + there.subtotal, back.tax + there.tax, back.total + there.total]).toEqual([0, 0, 0]);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { buildAgreementEvidence, type EvidenceAgreement } from '#contract/pages/agreement-evidence.ts';
import { agreementEvidencePaper } from '#contract/pages/papers/agreement-evidence.ts';
import { paperSheet } from '#contract/pages/papers/paper.ts';
import { workEvent } from '#contract/rules/work-events.ts';

const at = (text: string): string => new Date(`${text}+05:30`).toISOString();
const facts = (id: string, text: string, received = text) => ({
  id,
  at: at(text),
  receivedAt: at(received),
  by: 'Asha Rao',
  byRole: 'BME' as const,
});
const terms = {
  ...blankTerms(),
  exclusions: 'Damage by liquids',
  window: { ...blankTerms().window, hours: 'set' as const },
  responseHours: 4,
  repairDays: 1,
  penalties: [
    {
      measure: 'repair' as const,
      basis: 'day' as const,
      unit: 'percent of price' as const,
      steps: [{ from: 0, rate: 0.5 }],
      doublesAfterDays: 1,
      cap: null,
    },
  ],
};
const contract: EvidenceAgreement = {
  id: 'c1',
  number: 'CMC-1',
  kind: 'CMC',
  vendorName: 'Meditech',
  startOn: '2026-01-01',
  endOn: '2026-12-31',
  terms,
  devices: [
    {
      id: 'd1',
      serialNumber: 'SN-1',
      equipmentName: 'Monitor',
      price: 100_000,
      inServiceFrom: null,
      removedAt: null,
      isNamed: true,
    },
  ],
  tickets: [
    {
      id: 't1',
      number: 'BD-1',
      deviceId: 'd1',
      machineStatus: 'System Down',
      failureClass: null,
      reportedDate: at('2026-11-02T10:00'),
      closedAt: at('2026-11-06T10:00'),
      events: [
        workEvent('reported', { reportedBy: 'Meena' }, facts('e1', '2026-11-02T10:00')),
        workEvent('arrived', {}, facts('e2', '2026-11-02T12:00', '2026-11-02T15:00')),
        workEvent('waiting', { reason: 'access', note: '' }, facts('e3', '2026-11-03T10:00')),
        workEvent('resumed', {}, facts('e4', '2026-11-03T12:00')),
        workEvent('restored', {}, facts('e5', '2026-11-04T12:00')),
        workEvent('restored', {}, facts('e6', '2026-11-05T12:00')),
      ],
      terms,
    },
    {
      id: 't2',
      number: 'BD-2',
      deviceId: 'd1',
      machineStatus: 'System Down',
      failureClass: 'use-error',
      reportedDate: at('2026-11-09T10:00'),
      closedAt: at('2026-11-12T10:00'),
      events: [],
      terms,
    },
  ],
  ticketsWithout: 2,
};
const place = { timeZone: 'Asia/Kolkata', holidays: [] };
const now = new Date(at('2026-11-20T10:00'));
const span = { from: '2026-10-01', to: '2026-12-31' };
const evidence = buildAgreementEvidence(contract, span, place, now);

describe('P130 the evidence of a contract', () => {
  test('a breach says what happened, when, who recorded it, and when the record arrived', () => {
    const repair = evidence.breaches.find(({ measure }) => measure === 'repair');
    expect(repair?.times).toEqual([
      '2 Nov 2026, 10:00: Reported by Meena, recorded by Asha Rao',
      '2 Nov 2026, 12:00: Arrived at the device, by Asha Rao, received 2 Nov 2026, 15:00',
      '3 Nov 2026, 10:00: Waiting: for access to the device, by Asha Rao',
      '3 Nov 2026, 12:00: Work resumed, by Asha Rao',
      '4 Nov 2026, 12:00: Back in clinical use, by Asha Rao',
      '5 Nov 2026, 12:00: Back in clinical use, by Asha Rao (contradicts the others, not counted)',
    ]);
  });

  test('names hours and coverage as the device and the ticket do', () => {
    const window = { ...terms.window, workDays: [6, 1] };
    const named = { ...contract, terms: { ...terms, window, covers: ['labour' as const, 'parts' as const] } };
    const { facts: said } = buildAgreementEvidence(named, span, place, now);
    expect(said).toContainEqual(['Hours', 'Mon, Sat 09:00 to 17:00, not on holidays']);
    expect(said).toContainEqual(['Covers', 'Labour, parts']);
  });

  test('says that support hours continue past midnight', () => {
    const window = { ...terms.window, workDays: [1], hoursFrom: '20:00', hoursTo: '02:00' };
    const { facts: said } = buildAgreementEvidence({ ...contract, terms: { ...terms, window } }, span, place, now);
    expect(said).toContainEqual(['Hours', 'Mon 20:00 to 02:00 the next day, not on holidays']);
  });

  test('its arithmetic can be checked by hand', () => {
    expect(evidence.breaches.find(({ measure }) => measure === 'repair')).toMatchObject({
      ticketNumber: 'BD-1',
      promised: '8 h (1 day of 8 h), until 3 Nov 2026, 10:00',
      took: '16 h (2 days of 8 h)',
      late: '8 h (1 day of 8 h)',
      arithmetic: ['1 day × 0.5 % = 0.5 % of the price of the device (₹1,00,000.00) = ₹500.00'],
      amount: 500,
      extensionDays: null,
    });
  });

  test('a response without arrival or clock says both', () => {
    expect(evidence.breaches.find(({ ticketNumber }) => ticketNumber === 'BD-2')).toMatchObject({
      measure: 'response',
      took: '24 h (no arrival recorded)',
      arithmetic: ['No penalty is agreed for this.'],
      amount: null,
    });
  });

  test('says what is not counted, and why', () => {
    expect(evidence.excluded.map(({ ticketNumber, reason }) => [ticketNumber, reason])).toEqual([
      ['BD-2', 'Use error: repair and uptime are not counted.'],
    ]);
    expect(evidence.notes).toEqual([
      'The period goes on: it is counted up to now.',
      '2 tickets of its devices keep no terms of this contract and are not counted.',
      'The contract excludes, in its own words: Damage by liquids',
    ]);
  });

  test('a missing price is stated, not shown as 0', () => {
    const [device] = contract.devices;
    if (!device) throw new Error('No device');
    const without = buildAgreementEvidence({ ...contract, devices: [{ ...device, price: null }] }, span, place, now);
    expect(without.breaches.find(({ measure }) => measure === 'repair')).toMatchObject({
      arithmetic: ['1 day × 0.5 % = 0.5 % of the price of the device, which is not recorded: no amount.'],
      amount: null,
    });
    expect(without.notes).toContain('1 penalty has no amount and is not in the total.');
  });

  test('a missed uptime says by how much, and in the days that a clause counts', () => {
    const clause = { ...terms.penalties[0]!, measure: 'uptime' as const, unit: 'days of extension' as const };
    const uptime = {
      ...blankTerms(),
      uptimePercent: 99,
      uptimePer: 'quarter' as const,
      penalties: [{ ...clause, steps: [{ from: 0, rate: 2 }], doublesAfterDays: null }],
    };
    const [ticket] = contract.tickets;
    const tickets = ticket ? [{ ...ticket, terms: blankTerms() }] : [];
    const { breaches } = buildAgreementEvidence({ ...contract, terms: uptime, tickets }, span, place, now);
    expect(breaches).toMatchObject([
      {
        took: '96.03 %: down 48 h of 1,210 h up to now',
        late: '2.97 points, 35 h 54 min (1.5 days)',
        arithmetic: ['2 days × 2 days = 4 days of extension'],
        extensionDays: 4,
      },
    ]);
  });

  test('a contract without terms promises nothing', () => {
    const none = buildAgreementEvidence({ ...contract, terms: null, tickets: [] }, span, place, now);
    expect([none.breaches, none.notes]).toEqual([[], ['This contract has no terms, so there is nothing to evaluate.']]);
  });

  test('tickets that keep removed terms are still judged by them', () => {
    const removed = buildAgreementEvidence({ ...contract, terms: null }, span, place, now);
    expect(removed.breaches).toEqual(evidence.breaches);
    expect(removed.totals).toEqual(evidence.totals);
    expect(removed.excluded).toEqual(evidence.excluded);
    expect(removed.notes).toContain(
      'The contract was deleted or has lost its terms: its tickets are judged by those that they keep, and no uptime is.',
    );
    expect(removed.facts).toHaveLength(4);
  });

  test('the printed paper has each breach in its table, and its spreadsheet the same rows', () => {
    const paper = agreementEvidencePaper(evidence);
    expect(paper.tables.map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Response', 1],
      ['Repair', 1],
      ['Uptime', 0],
      ['Not counted', 1],
    ]);
    const { header, rows } = paperSheet(paper);
    expect(header.slice(0, 2)).toEqual(['Promise', 'Call ID']);
    expect(rows.map(([promise, call]) => [promise, call])).toEqual([
      ['Response', 'BD-2'],
      ['Repair', 'BD-1'],
      ['Not counted', 'BD-2'],
    ]);
    expect(paper.facts).toContainEqual(['Penalties', '₹500.00']);
  });
});

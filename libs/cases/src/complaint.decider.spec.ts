import { contextAt, given } from '#kernel/testing';

import type { ComplaintCommand } from './complaint.commands.js';
import { complaintDecider } from './complaint.decider.js';
import type { ComplaintEvent } from './complaint.events.js';
import { complaintFold } from './complaint.state.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const NONE = { premises: null };

const receive = {
  type: 'ReceiveComplaint',
  complaintId: 'k1',
  receivedAt: '2026-06-15T13:00:00.000Z',
  channel: 'phone',
  allegation: 'Gray water in the brook',
  premisesId: null,
  complainant: { name: 'Example Neighbor', phone: '555-0100', phoneDigits: '5550100', address: null },
} as const satisfies ComplaintCommand;

const { type: _, ...data } = receive;
const received: ComplaintEvent = { type: 'ComplaintReceived', data };
const screened = (jurisdiction: 'townOutsideVillage' | 'villagePart' | 'elsewhere', outcome: 'investigate' | 'refer') =>
  ({
    type: 'ComplaintScreened',
    data: { complaintId: 'k1', jurisdiction, outcome, note: 'By the tax map', screenedOn: '2026-06-15' },
  }) satisfies ComplaintEvent;

describe('a complaint (domain.md 5.7)', () => {
  it('is taken in with who complained, and the state it is decided on forgets who (P01)', () => {
    given(complaintDecider, [], NONE).when(receive, NOW).then([received]);
    const state = complaintFold.evolve(complaintFold.initialState(), received);
    expect(JSON.stringify(state)).not.toContain('Neighbor');
    expect(JSON.stringify(state)).not.toContain('555-0100');
  });

  it('cannot have come in later than now, nor about premises that are not on file', () => {
    given(complaintDecider, [], NONE)
      .when({ ...receive, receivedAt: '2026-06-15T14:00:01.000Z' }, NOW)
      .refused('LEGAL_TIME.IN_THE_FUTURE', { field: 'receivedAt' });
    given(complaintDecider, [], { premises: { onFile: false, owners: [] } })
      .when({ ...receive, premisesId: 'p1' }, NOW)
      .refused('CASES.UNKNOWN_PREMISES');
  });

  it.each(['villagePart', 'elsewhere'] as const)(
    'about a place in %s is referred, not investigated (hard cases 58, 59)',
    (jurisdiction) => {
      const screen = (outcome: 'investigate' | 'refer'): ComplaintCommand => ({
        type: 'ScreenComplaint',
        jurisdiction,
        outcome,
        note: 'By the tax map',
      });
      given(complaintDecider, [received], NONE).when(screen('investigate'), NOW).refused('CASES.OUTSIDE_TERRITORY');
      given(complaintDecider, [received], NONE)
        .when(screen('refer'), NOW)
        .then([screened(jurisdiction, 'refer')]);
    },
  );

  it('is referred once to each body, after it was screened', () => {
    const refer: ComplaintCommand = { type: 'ReferComplaint', to: 'Village', reason: 'Village half' };
    const referred: ComplaintEvent = {
      type: 'ComplaintReferred',
      data: { complaintId: 'k1', to: 'Village', reason: 'Village half', referredOn: '2026-06-15' },
    };
    given(complaintDecider, [received], NONE).when(refer, NOW).refused('CASES.COMPLAINT_NOT_SCREENED');
    const before = [received, screened('villagePart', 'refer')];
    given(complaintDecider, before, NONE).when(refer, NOW).then([referred]);
    given(complaintDecider, [...before, referred], NONE)
      .when(refer, NOW)
      .refused('CASES.COMPLAINT_REFERRED');
    given(complaintDecider, [], NONE).when(refer, NOW).refused('CASES.UNKNOWN_COMPLAINT');
  });
});

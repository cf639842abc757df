import type { CaseEvent } from './case.events.js';
import type { CaseFacts } from './case.facts.js';
import type { ClosingFacts } from './closing.facts.js';
import type { Finding } from './case.state.js';

/** A case `c1` opened on 1 June 2026, for the rule books of this folder. */
export const OPENED: CaseEvent = {
  type: 'CaseOpened',
  data: {
    caseId: 'c1',
    number: 'C-2026-001',
    title: 'Roof leaders',
    premisesId: 'p1',
    openedOn: '2026-06-01',
    complaintId: null,
  },
};

/** The n-th finding of a case, against a party. */
export const made = (n: number, caseId = 'c1', partyId = 'party-1'): CaseEvent => ({
  type: 'FindingMade',
  data: {
    caseId,
    findingId: `${caseId}.finding-${n}`,
    partyId,
    premisesId: 'p1',
    ruleId: '168-26H',
    ruleVersion: 1,
    test: 'ABS',
    findingKind: 'absolute',
    facts: 'Dye test',
    againstOwner: false,
    madeOn: '2026-06-01',
    opinion: null,
  },
});

export const findingFact = (findingId: string, change: Partial<Finding> = {}): Finding => ({
  findingId,
  caseId: findingId.slice(0, findingId.lastIndexOf('.')),
  partyId: 'party-1',
  premisesId: 'p1',
  ruleId: '168-26H',
  ruleVersion: 1,
  findingKind: 'absolute',
  againstOwner: false,
  madeOn: '2026-06-01',
  opinionRecordedOn: null,
  withdrawn: false,
  ...change,
});

export const factsOf = (...findings: Finding[]): CaseFacts => ({
  findings: new Map(findings.map((finding) => [finding.findingId, finding])),
});

/** Nothing in other streams keeps the case open. */
export const CLEAR: ClosingFacts = { findings: [], fines: [], appeals: [], sources: [] };

/** Same town, other case open: nothing stands against consolidation. */
export const TOGETHER: CaseFacts = {
  membership: {
    status: 'open',
    consolidatedInto: null,
    jurisdiction: 'townOutsideVillage',
    ownJurisdiction: 'townOutsideVillage',
  },
};

import type { LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import type { Finding } from '#cases/published';
import { caseFold, caseIdOf, caseStream, findingOf } from '#cases/published';
import { CIVIL_FINE_CAP_CENTS, policyOn, printCitation, ruleInForce, tracksOf } from '#law/published';
import { addressOn, partyFold, partyStream } from '#registry/published';
import type { QueryContext } from '#runtime';

import { CAP_AUTHORITY, namedAmounts } from './cap.rules.js';
import type { ExposedDay, FineFigures } from './figures.rules.js';
import { finesAsOf } from './as-of.rules.js';
import { exposureOf, findingFigures, sumFigures } from './figures.rules.js';
import { decisionsBeingApplied, findingsOfParty } from './fine-list.projection.js';
import type { Fine, FinesState } from './fine.state.js';
import { fineOf, partyIdOf, pendingAppeals } from './fine.state.js';
import type * as dto from './fines.dto.js';
import type { Reading } from './reading.queries.js';
import { findingIdsOf, knownCase, Reader } from './reading.queries.js';

/** A fine as a page shows it: what it says, how it stands with the Board, and its figures by the one formula. */
const shownFine = (fine: Fine, figures: FineFigures, context: QueryContext) => {
  const { ledger: _ledger, days: _days, document: _document, fineId: _fineId, acts: _acts, ...said } = fine;
  const pending = pendingAppeals(fine);
  const waiting = decisionsBeingApplied(context.readModel, fine.fineId, context);
  return {
    ...said,
    served: said.service !== null,
    underAppeal: pending.length > 0,
    pendingAppeals: pending,
    decisionBeingApplied: waiting.length > 0,
    decisionsBeingApplied: waiting,
    ...figures,
  };
};

const shownFines = (
  state: FinesState,
  figures: ReadonlyMap<string, FineFigures>,
  context: QueryContext,
  wanted: (fine: Fine) => boolean,
) =>
  finesAsOf(state, context.asOf)
    .fines.filter(wanted)
    .map((fine) => shownFine(fine, figures.get(fine.fineId)!, context));

/** Two persons answerable for the same premises, rule and day: two findings, two fines, nothing joint and several. */
const warningsOf = (shown: readonly { finding: Finding; days: ReadonlySet<LocalDay> }[], joint: boolean) => {
  const warnings: { code: string; findingIds: readonly string[]; days: number; text: string }[] = [];
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      const both = [...one.days].filter((day) => other.days.has(day)).length;
      if (both === 0) continue;
      const findingIds = [one.finding.findingId, other.finding.findingId];
      if (
        one.finding.partyId !== other.finding.partyId &&
        one.finding.premisesId === other.finding.premisesId &&
        one.finding.ruleId === other.finding.ruleId &&
        !joint
      )
        warnings.push({
          code: 'TWO_PERSONS_ONE_DAY',
          findingIds,
          days: both,
          text: `Two persons answer for the same ${both} day(s): each has a finding, a ledger and a fine of its own, and nothing is owed jointly.`,
        });
      if (one.finding.partyId === other.finding.partyId)
        warnings.push({
          code: 'TWO_RULES_ONE_DAY',
          findingIds,
          days: both,
          text: `The same person broke two rules on ${both} day(s): one cap of $1,000 for the person and day, unless counsel's decision is on file for the case.`,
        });
    }
  return warnings;
};

/** A finding with its day figures; its exposure is what this finding alone would expose, and is never added to others'. */
const shownFinding = (reader: Reader, reading: Reading, entries: readonly ExposedDay[], fines: FinesState) => {
  const { settings, horizon } = reader;
  const { finding, view } = reading;
  const figures = findingFigures(reader.daysOf(reading));
  const exposure = exposureOf(fines, entries, horizon.asOf);
  const rule = ruleInForce(settings, finding.ruleId, finding.madeOn);
  return {
    findingId: finding.findingId,
    partyId: finding.partyId,
    premisesId: finding.premisesId,
    ruleId: finding.ruleId,
    citation: printCitation(rule, { markInferred: true }),
    ledger: view.ledger,
    withdrawn: finding.withdrawn,
    civilFineTrack: tracksOf(rule).find(({ track }) => track === 'civilFine')!,
    ...figures,
    exposureCents: exposure.exposureCents,
    explanation: [...figures.explanation, ...exposure.explanation],
  };
};

/** Fines and figures of one case; its totals are sums over its fines, and count ledger entries. */
export const getCaseFines = async ({ caseId }: Pick<dto.GetCaseFinesQuery, 'caseId'>, context: QueryContext) => {
  const state = await knownCase(caseId, context);
  const reader = await Reader.of(context);
  const { horizon, settings } = reader;
  // A finding received from another case is loaded by its own id, which names the case it was made in.
  const made: Finding[] = [];
  for (const findingId of findingIdsOf(state, horizon.asOf)) made.push((await reader.reading(findingId)).finding);
  const ofCase = new Set(made.map(({ findingId }) => findingId));
  const partyIds = [...new Set(made.map(({ partyId }) => partyId))];
  const parties = new Map<string, Awaited<ReturnType<Reader['party']>>>();
  for (const partyId of partyIds) parties.set(partyId, await reader.party(partyId));

  const findings: ReturnType<typeof shownFinding>[] = [];
  const exposed = new Map<string, ExposedDay[]>();
  const provable: { finding: Finding; days: ReadonlySet<LocalDay> }[] = [];
  for (const finding of made) {
    const reading = await reader.reading(finding.findingId);
    const entries = reader.exposed(reading);
    exposed.set(finding.partyId, [...(exposed.get(finding.partyId) ?? []), ...entries]);
    provable.push({ finding, days: new Set(entries.map(({ day }) => day)) });
    findings.push(shownFinding(reader, reading, entries, parties.get(finding.partyId)!.state));
  }
  const fines = [...parties.values()].flatMap(({ state: ofParty, figures }) =>
    shownFines(ofParty, figures, context, (fine) => ofCase.has(fine.findingId)),
  );
  const exposures = partyIds.map((partyId) => ({
    partyId,
    ...exposureOf(parties.get(partyId)!.state, exposed.get(partyId)!, horizon.asOf),
  }));
  const sumOf = (figure: 'recordedDays' | 'provableDays' | 'capCents') =>
    findings.reduce((total, finding) => total + finding[figure], 0);
  return {
    caseId,
    asOf: horizon.asOf,
    through: horizon.through,
    findings,
    fines,
    parties: exposures,
    totals: {
      note: 'Days are ledger entries, one for each finding and day; money is the sum over the fines of this case.',
      recordedDays: sumOf('recordedDays'),
      provableDays: sumOf('provableDays'),
      capCents: sumOf('capCents'),
      exposureCents: exposures.reduce((total, { exposureCents }) => total + exposureCents, 0),
      ...sumFigures(fines),
    },
    warnings: warningsOf(
      provable,
      policyOn(settings, 'joint-and-several', horizon.asOf ?? context.today).value === true,
    ),
  };
};

/** All fines of a party over all cases, and by local day what is named and what is left under the cap. */
export const getPartyFines = async ({ partyId }: Pick<dto.GetPartyFinesQuery, 'partyId'>, context: QueryContext) => {
  const reader = await Reader.of(context);
  const { horizon } = reader;
  const { state, figures, readings } = await reader.party(partyId);
  const exposed: ExposedDay[] = [];
  // The read model only says where to look; what counts is folded, as known on the day asked for.
  for (const findingId of new Set([...readings.keys(), ...findingsOfParty(context.readModel, partyId)])) {
    const caseState = await context.load(caseStream(caseIdOf(findingId)), caseFold);
    if (findingOf(caseState, findingId)) exposed.push(...reader.exposed(await reader.reading(findingId)));
  }
  const named = namedAmounts(finesAsOf(state, horizon.asOf));
  const days = [...new Set([...named.days, ...exposed.map(({ day }) => day)])].sort();
  const byDay = days.map((day) => ({
    day,
    namedCents: named.ofPerson(day),
    capCents: CIVIL_FINE_CAP_CENTS,
    centsLeft: named.left('', day, false),
    ledgers: exposed
      .filter((entry) => entry.day === day)
      .map(({ ledger, perLedger }) => ({
        ledger,
        ownCap: perLedger,
        namedCents: named.ofLedger(ledger, day),
        centsLeft: named.left(ledger, day, perLedger),
      })),
  }));
  const fines = shownFines(state, figures, context, () => true);
  return {
    partyId,
    asOf: horizon.asOf,
    through: horizon.through,
    fines,
    byDay,
    capAuthority: CAP_AUTHORITY,
    totals: { ...exposureOf(state, exposed, horizon.asOf), ...sumFigures(fines) },
  };
};

/** One fine with its frozen document; says when the name or address on file is no longer the one on the document. */
export const getFine = async ({ fineId }: Pick<dto.GetFineQuery, 'fineId'>, context: QueryContext) => {
  const partyId = partyIdOf(fineId);
  const reader = await Reader.of(context);
  const { state, figures } = await reader.party(partyId);
  const fine = fineOf(finesAsOf(state, reader.horizon.asOf), fineId);
  if (!fine)
    throw new DomainError('FINES.UNKNOWN_FINE', 'This party has no such fine.', { kind: 'notFound', field: 'fineId' });
  const party = await context.load(partyStream(partyId), partyFold);
  // The document carries the sealed text of the register as it was: the same sealed text is the same entry.
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const changed =
    !same(party.name, fine.document.recipientName) ||
    !same(addressOn(party, context.today), fine.document.recipientAddress);
  return {
    ...shownFine(fine, figures.get(fineId)!, context),
    document: fine.document,
    recipientChangedSince: changed,
    authority: CAP_AUTHORITY,
  };
};

/** The steps that led to one figure of a case, by finding, party and fine. */
export const explainFigure = async (
  { caseId, figure }: Pick<dto.ExplainFigureQuery, 'caseId' | 'figure'>,
  context: QueryContext,
) => {
  const { findings, fines, parties, totals, asOf, through } = await getCaseFines({ caseId }, context);
  const steps = (explanation: FineFigures['explanation']) => explanation.filter((step) => step.figure === figure);
  return {
    caseId,
    figure,
    asOf,
    through,
    value: totals[figure],
    findings: findings
      .map(({ findingId, explanation }) => ({ findingId, steps: steps(explanation) }))
      .filter(({ steps: own }) => own.length > 0),
    parties: parties
      .map(({ partyId, explanation }) => ({ partyId, steps: steps(explanation) }))
      .filter(({ steps: own }) => own.length > 0),
    fines: fines
      .map(({ fineId, number, explanation }) => ({ fineId, number, steps: steps(explanation) }))
      .filter(({ steps: own }) => own.length > 0),
  };
};

import type { LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import { caseIdOf } from '#cases/published';
import { natureOn } from '#law/published';
import { heldBackOf } from '#offenses/published';
import { partyFold, partyStream } from '#registry/published';
import type { QueryContext } from '#runtime';

import { finesAsOf } from './as-of.rules.js';
import { exposureOf, fineFigures, findingFigures, sumFigures } from './figures.rules.js';
import type { Fine, FinesState } from './fine.state.js';
import type { LedgerView } from './fine.types.js';
import type * as dto from './fines.dto.js';
import { findingIdsOf, knownCase, Reader } from './reading.queries.js';
import type { MisdemeanorExposure } from './misdemeanor.rules.js';
import { CORPORATE_NOTE, checkCount, misdemeanorExposure } from './misdemeanor.rules.js';
import type { Supposition } from './what-if.rules.js';
import { ifImposed, supposedDays, supposedFines, supposedView } from './what-if.rules.js';

/** Figures of a finding and its fines under a supposition, by the same functions on altered copies; nothing is stored. */
export const whatIfFine = async (
  { findingId, ...given }: Pick<dto.WhatIfFineQuery, 'findingId'> & Supposition,
  context: QueryContext,
) => {
  const supposition: Supposition = {
    firstDay: given.firstDay,
    rateCents: given.rateCents,
    voidedDays: given.voidedDays,
  };
  const reader = await Reader.of(context);
  const reading = await reader.reading(findingId);
  const { horizon } = reader;
  const { state, readings } = await reader.party(reading.finding.partyId);
  const figuresWith = (fines: FinesState, view: LedgerView) => {
    const days = view.daysThrough(horizon.through).filter((day) => day.findingId === findingId);
    const viewOf = (fine: Fine) => (fine.ledger === view.ledger ? view : readings.get(fine.findingId)!.view);
    const ofFinding = new Set(fines.fines.filter((fine) => fine.findingId === findingId).map(({ fineId }) => fineId));
    const figures = fineFigures(fines, viewOf, (fine) => readings.get(fine.findingId)!.perLedger, horizon).filter(
      ({ fineId }) => ofFinding.has(fineId),
    );
    const exposed = days
      .filter(({ provable }) => provable)
      .map(({ day }) => ({ ledger: view.ledger, day, perLedger: reading.perLedger }));
    const { explanation: _explanation, ...counts } = findingFigures(days);
    return {
      days,
      figures: {
        ...counts,
        exposureCents: exposureOf(fines, exposed, horizon.asOf).exposureCents,
        ...sumFigures(figures),
      },
    };
  };
  const asItIs = figuresWith(state, reading.view);
  const law = {
    continuingOn: (day: LocalDay) => natureOn(reader.settings, reading.finding.ruleId, day).nature === 'continuing',
    heldBack: heldBackOf(reading.finding, reader.settings, context.today),
  };
  const view = supposedView(reading.view, findingId, supposedDays(reader.daysOf(reading), supposition, law));
  const fines = supposedFines(state, findingId, supposition);
  const supposed = figuresWith(fines, view);
  const difference = Object.fromEntries(
    Object.entries(supposed.figures).map(([name, value]) => [
      name,
      value - asItIs.figures[name as keyof typeof asItIs.figures],
    ]),
  );
  return {
    findingId,
    supposition,
    note: 'Supposed, and stored nowhere.',
    asItIs: asItIs.figures,
    supposed: supposed.figures,
    difference,
    ifImposed:
      supposition.rateCents === undefined
        ? null
        : ifImposed(
            finesAsOf(state, horizon.asOf),
            view.ledger,
            supposed.days,
            supposition.rateCents,
            reading.perLedger,
          ),
  };
};

/** The misdemeanor track: separate counts for each finding; shares facts with the civil track, and no total. */
export const getMisdemeanorExposure = async (
  { caseId, findingId }: Pick<dto.GetMisdemeanorExposureQuery, 'caseId' | 'findingId'>,
  context: QueryContext,
) => {
  if ((caseId === undefined) === (findingId === undefined))
    throw new DomainError('FINES.CASE_OR_FINDING', 'Ask for the counts of one case or of one finding.', {
      kind: 'invalid',
      field: 'caseId',
      rule: 'Exactly one of caseId and findingId is named.',
    });
  const reader = await Reader.of(context);
  const findingIds =
    findingId !== undefined ? [findingId] : findingIdsOf(await knownCase(caseId!, context), reader.horizon.asOf);
  const findings: (MisdemeanorExposure & { partyId: string; corporateMaximum: typeof CORPORATE_NOTE | null })[] = [];
  for (const id of findingIds) {
    const reading = await reader.reading(id);
    const { partyId } = reading.finding;
    const party = await context.load(partyStream(partyId), partyFold);
    const exposure = misdemeanorExposure({
      finding: reading.finding,
      days: reader.daysOf(reading),
      settings: reader.settings,
      today: reader.horizon.asOf ?? context.today,
    });
    findings.push({
      partyId,
      ...exposure,
      corporateMaximum: party.partyKind === 'organization' ? CORPORATE_NOTE : null,
    });
  }
  const counts = findings.reduce((total, finding) => total + finding.counts.length, 0);
  return {
    caseId: caseId ?? caseIdOf(findingId!),
    through: reader.horizon.through,
    note: 'Criminal track. Never added to civil fines, expenses or anything else.',
    authority: '§ 168-30A; domain brief 2.2',
    counts,
    countsInTime: findings.reduce((total, finding) => total + finding.countsInTime, 0),
    findings,
  };
};

/** Checks a count as it is drafted. @throws FINES.ONE_MAXIMUM_PER_COUNT above $1,000 */
export const checkMisdemeanorCount = async (
  {
    findingId,
    from,
    through,
    fineCents,
  }: Pick<dto.CheckMisdemeanorCountQuery, 'findingId' | 'from' | 'through' | 'fineCents'>,
  context: QueryContext,
) => {
  const reader = await Reader.of(context);
  const reading = await reader.reading(findingId);
  return {
    findingId,
    ...checkCount({
      finding: reading.finding,
      days: reader.daysOf(reading),
      settings: reader.settings,
      today: reader.horizon.asOf ?? context.today,
      from,
      through,
      fineCents,
    }),
  };
};

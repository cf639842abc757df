import { caseFold, caseStream, findingIdsIn } from '#cases/published';
import { printCitation, ruleInForce } from '#law/published';
import type { QueryContext } from '#runtime';

import { knownCase, Reader } from './reading.queries.js';
import type { WhatChangedQuery } from './what-changed.dto.js';
import type { CaseSnapshot, FindingSnapshot, FineSnapshot } from './what-changed.rules.js';
import { MONEY_FIGURES, whatChangedBetween } from './what-changed.rules.js';

/** The days and the money of a case at one point of both times; a case not opened by then shows nothing. */
const snapshotOf = async (caseId: string, context: QueryContext): Promise<CaseSnapshot> => {
  const state = await context.load(caseStream(caseId), caseFold);
  const reader = await Reader.of(context);
  const findings: FindingSnapshot[] = [];
  const fines: FineSnapshot[] = [];
  const parties = new Set<string>();
  const held = new Set(findingIdsIn(state));
  for (const findingId of held) {
    const reading = await reader.reading(findingId);
    const { finding } = reading;
    const citation = printCitation(ruleInForce(reader.settings, finding.ruleId, finding.madeOn), {
      markInferred: true,
    });
    findings.push({ findingId, citation, days: reader.daysOf(reading) });
    parties.add(finding.partyId);
  }
  for (const partyId of parties) {
    const { state: ofParty, figures } = await reader.party(partyId);
    for (const { fineId, number, findingId } of ofParty.fines) {
      const figure = figures.get(fineId);
      if (!figure || !held.has(findingId)) continue;
      const money = Object.fromEntries(MONEY_FIGURES.map((name) => [name, figure[name]])) as FineSnapshot['figures'];
      fines.push({ fineId, number, days: figure.days, figures: money });
    }
  }
  return { findings, fines };
};

/**
 * What a case shows at the later point that it did not show at the earlier one, as a list that sums (design 1.2). The
 * acts in between are in getTimeline.
 * @throws CASES.UNKNOWN_CASE when it is not on file at the later point
 */
export const whatChanged = async (
  { caseId, fromAsOf, fromKnownAt, toAsOf, toKnownAt }: WhatChangedQuery,
  context: QueryContext,
) => {
  const from = { asOf: fromAsOf ?? null, knownAt: fromKnownAt ?? null };
  const to = { asOf: toAsOf ?? null, knownAt: toKnownAt ?? null };
  const later = await context.at(to);
  await knownCase(caseId, later);
  return {
    caseId,
    from,
    to,
    ...whatChangedBetween(await snapshotOf(caseId, await context.at(from)), await snapshotOf(caseId, later)),
  };
};

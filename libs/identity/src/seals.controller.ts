import type { Operation, QueryContext } from '#runtime';
import { command, query } from '#runtime';
import { caseFold, caseStream } from '#cases/published';

import type { SealCommand } from './seal.commands.js';
import { sealAggregate } from './seal.decider.js';
import type { SealEvent } from './seal.events.js';
import { SEALS_STREAM } from './seal.events.js';
import { sealFacts, sealsFold } from './seal.facts.js';
import * as dto from './seals.dto.js';

const AUTHORITY = 'Decision of counsel; the order or statute it rests on is recorded with it';

const onSeals = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly command: (body: Body) => SealCommand;
}): Operation =>
  command({
    ...operation,
    aggregate: sealAggregate,
    stream: () => SEALS_STREAM,
    facts: sealFacts,
    answer: (events: readonly SealEvent[]) => (events[0] ? { caseId: events[0].data.caseId } : {}),
    refs: ({ data }: SealEvent) => ({ case: data.caseId }),
    authority: AUTHORITY,
  });

/** Counsel is shown which case it is and why it is sealed; the auditor that it is, since when and for whom. */
const listSealedCases = async (
  { all = false }: dto.ListSealedCasesQuery,
  { load, actor }: Pick<QueryContext, 'load' | 'actor'>,
) => {
  const { seals } = await load(SEALS_STREAM, sealsFold);
  const sealedCases = [];
  for (const { reason, authority, ...bare } of seals.filter(({ unsealedOn }) => all || unsealedOn === null)) {
    if (actor.role !== 'counsel') sealedCases.push(bare);
    else {
      const { number, title } = await load(caseStream(bare.caseId), caseFold);
      sealedCases.push({ ...bare, number, title, reason, authority });
    }
  }
  return { sealedCases };
};

/** Sealed cases: put under seal, opened again, and who may know of them meanwhile. */
export const sealOperations: readonly Operation[] = [
  onSeals({
    id: 'sealCase',
    summary: 'Seal a case: nobody but counsel and the users named knows of it and of what belongs to it',
    body: dto.SealCaseDto,
    command: ({ visibleTo, ...body }) => ({ type: 'SealCase', visibleTo: visibleTo ?? [], ...body }),
  }),
  onSeals({
    id: 'unsealCase',
    summary: 'Take the seal off a case',
    body: dto.UnsealCaseDto,
    command: (body) => ({ type: 'UnsealCase', ...body }),
  }),
  onSeals({
    id: 'grantSealedAccess',
    summary: 'Let one more user know of a sealed case',
    body: dto.SealedAccessDto,
    command: (body) => ({ type: 'GrantSealedAccess', ...body }),
  }),
  onSeals({
    id: 'endSealedAccess',
    summary: "End a user's access to a sealed case",
    body: dto.SealedAccessDto,
    command: (body) => ({ type: 'EndSealedAccess', ...body }),
  }),
  query({
    id: 'listSealedCases',
    summary: 'Sealed cases and who may know of them',
    query: dto.ListSealedCasesQuery,
    answer: listSealedCases,
  }),
];

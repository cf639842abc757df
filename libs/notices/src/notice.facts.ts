import { DomainError, type DecisionContext, type FactLoader, type LocalDay, type Personal } from '#kernel';
import { caseFold, caseIdOf, caseStream, findingIdsIn, findingOf, type Finding } from '#cases/published';
import type { FrozenDocument } from '#fines/published';
import { fineIdOfStatement, fineOf, finesFold, finesStream, partyIdOf, serviceOf } from '#fines/published';
import { addressOn, duplicateOf, isKnownParty, partyFold, partyStream } from '#registry/published';

import type { NoticeCommand } from './notice.commands.js';
import { latestVersion, noticeOf, type NoticeState } from './notice.state.js';

/** A fine or a statement as its notice must know it. */
export interface FineDocumentFact {
  readonly fineId: string;
  /** Null for the imposition itself. */
  readonly statementId: string | null;
  readonly number: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly premisesId: string;
  readonly findingId: string;
  readonly ruleId: string;
  readonly document: FrozenDocument;
  readonly madeBy: string;
  readonly madeOn: LocalDay;
  readonly servedOn: LocalDay | null;
  readonly withdrawnOn: LocalDay | null;
  /** An agreed fine is signed, not served: it has no notice. */
  readonly agreed: boolean;
}

/** The party on the local day of the decision. */
export interface RecipientFact {
  readonly onFile: boolean;
  readonly duplicateOf: string | null;
  readonly name: Personal;
  readonly address: Personal;
}

/** What a decision on a notice rests on besides the notice. A part that the command does not need is null. */
export interface NoticeFacts {
  readonly findings: readonly Finding[] | null;
  /** Findings that go on in the case of the notice, those received from another case included. */
  readonly findingIdsInCase: readonly string[];
  readonly recipient: RecipientFact | null;
  readonly document: FineDocumentFact | null;
}

const NONE: NoticeFacts = { findings: null, findingIdsInCase: [], recipient: null, document: null };

/** The fine and the statement that a document id names; null where it is neither. */
export const fineDocumentId = (
  documentId: string | null,
): { readonly fineId: string; readonly statementId: string | null } | null => {
  if (documentId === null) return null;
  if (/\.statement-\d+$/.test(documentId)) return { fineId: fineIdOfStatement(documentId), statementId: documentId };
  return /\.fine-\d+$/.test(documentId) ? { fineId: documentId, statementId: null } : null;
};

/**
 * The fine or statement that a notice carries; null where the document is of another kind.
 * @throws FINES.UNKNOWN_FINE, FINES.UNKNOWN_STATEMENT
 */
export const loadFineDocument = async (
  documentId: string | null,
  load: FactLoader,
): Promise<FineDocumentFact | null> => {
  const named = fineDocumentId(documentId);
  if (named === null) return null;
  const { fineId, statementId } = named;
  const fine = fineOf(await load(finesStream(partyIdOf(fineId)), finesFold), fineId);
  if (!fine)
    throw new DomainError('FINES.UNKNOWN_FINE', 'This party has no such fine.', { kind: 'notFound', field: 'fineId' });
  const statement = statementId === null ? null : fine.statements.find((known) => known.statementId === statementId);
  if (statement === undefined)
    throw new DomainError('FINES.UNKNOWN_STATEMENT', `Fine ${fine.number} has no such statement.`, {
      kind: 'notFound',
      field: 'statementId',
    });
  const { number, caseId, partyId, premisesId, findingId, ruleId, withdrawnOn } = fine;
  return {
    fineId,
    statementId,
    number,
    caseId,
    partyId,
    premisesId,
    findingId,
    ruleId,
    document: statement?.document ?? fine.document,
    madeBy: statement?.issuedBy ?? fine.imposedBy,
    madeOn: statement?.issuedOn ?? fine.imposedOn,
    servedOn: serviceOf(fine, statementId)?.servedOn ?? null,
    withdrawnOn,
    agreed: statement === null && fine.agreement !== null,
  };
};

/** Findings by id, in the order named. @throws CASES.UNKNOWN_FINDING, CASES.BAD_CHILD_ID */
const loadFindings = async (findingIds: readonly string[], load: FactLoader): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const findingId of findingIds) {
    const finding = findingOf(await load(caseStream(caseIdOf(findingId)), caseFold), findingId);
    if (!finding)
      throw new DomainError('CASES.UNKNOWN_FINDING', `There is no finding ${findingId}.`, {
        kind: 'notFound',
        field: 'findingIds',
        rule: 'names findings on file',
        findingId,
      });
    findings.push(finding);
  }
  return findings;
};

const loadFindingIdsIn = async (caseId: string | null, load: FactLoader): Promise<readonly string[]> =>
  caseId === null ? [] : findingIdsIn(await load(caseStream(caseId), caseFold));

const loadRecipient = async (partyId: string, today: LocalDay, load: FactLoader): Promise<RecipientFact> => {
  const party = await load(partyStream(partyId), partyFold);
  return {
    onFile: isKnownParty(party),
    duplicateOf: duplicateOf(party),
    name: party.name,
    address: addressOn(party, today),
  };
};

/** The fact streams of each command; none is a read model. */
export const noticeFacts = async (
  command: NoticeCommand,
  load: FactLoader,
  { today }: DecisionContext,
  state: NoticeState,
): Promise<NoticeFacts> => {
  const notice = noticeOf(state);
  switch (command.type) {
    case 'DraftNotice':
      return {
        ...NONE,
        findings: await loadFindings(command.findingIds, load),
        findingIdsInCase: await loadFindingIdsIn(command.caseId, load),
        document: await loadFineDocument(command.documentId, load),
      };
    case 'IssueNotice':
      return notice === null
        ? NONE
        : {
            findings: await loadFindings(latestVersion(notice).content.findingIds, load),
            findingIdsInCase: await loadFindingIdsIn(notice.caseId, load),
            recipient: await loadRecipient(notice.partyId, today, load),
            document: await loadFineDocument(notice.documentId, load),
          };
    case 'IssueDocumentNotice':
      return {
        ...NONE,
        recipient: await loadRecipient(command.partyId, today, load),
        document: await loadFineDocument(command.documentId, load),
      };
    case 'RecordService':
      return { ...NONE, document: await loadFineDocument(notice?.documentId ?? command.documentId, load) };
    case 'AmendNotice':
      return command.findingIds === undefined
        ? NONE
        : {
            ...NONE,
            findings: await loadFindings(command.findingIds, load),
            findingIdsInCase: await loadFindingIdsIn(notice?.caseId ?? null, load),
          };
    default:
      return NONE;
  }
};

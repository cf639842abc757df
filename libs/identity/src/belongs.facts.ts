import type { FactLoader } from '#kernel';
import type { AppealEvent } from '#appeals/published';
import { appealFold, appealStream } from '#appeals/published';
import { caseFold, caseIdOf, caseStream, consolidationOf, findingIdsIn } from '#cases/published';
import { finesFold, finesStream } from '#fines/published';
import type { NoticeState } from '#notices/published';
import { noticeFold, noticeIdOfDocument, noticeStream } from '#notices/published';

import { idsIn, textsIn } from './belongs.rules.js';

/**
 * Everything that belongs to some cases, by id, as the streams say now: the cases and those consolidated into them, the
 * findings made in them or going on in them, the fines and statements on these, the appeals against them and the notices
 * that carry them, the complaints they came from. Notices of violation are not listed by any stream: they name their case.
 */
export const belongingTo = async (caseIds: readonly string[], load: FactLoader): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  const findings = new Set<string>();
  const parties = new Set<string>();
  const open = [...caseIds];
  for (let caseId = open.pop(); caseId !== undefined; caseId = open.pop()) {
    if (ids.has(caseId)) continue;
    ids.add(caseId);
    const state = await load(caseStream(caseId), caseFold);
    if (state.complaintId !== null) ids.add(state.complaintId);
    for (const { findingId } of state.findings) findings.add(findingId);
    for (const findingId of findingIdsIn(state)) findings.add(findingId);
    for (const from of state.receivedFrom)
      if (consolidationOf(await load(caseStream(from), caseFold))?.intoCaseId === caseId) open.push(from);
  }
  for (const findingId of findings) {
    ids.add(findingId);
    const made = await load(caseStream(caseIdOf(findingId)), caseFold);
    const finding = made.findings.find((one) => one.findingId === findingId);
    if (finding) parties.add(finding.partyId);
  }
  for (const partyId of parties)
    for (const fine of (await load(finesStream(partyId), finesFold)).fines) {
      if (!findings.has(fine.findingId) && !ids.has(fine.caseId)) continue;
      for (const documentId of [fine.fineId, ...fine.statements.map(({ statementId }) => statementId)]) {
        ids.add(documentId);
        ids.add(noticeIdOfDocument(documentId));
      }
      for (const { appealId } of fine.appeals) ids.add(appealId);
    }
  return ids;
};

/** The ids by which a notice belongs to a case; none while it is unknown. */
export const namedByNotice = (state: NoticeState): readonly string[] =>
  state.status === 'none'
    ? []
    : [
        state.caseId,
        ...(state.documentId === null ? [] : [state.documentId]),
        ...state.versions.flatMap(({ content }) => content.findingIds),
      ];

interface OfAppeal {
  readonly caseId: string;
  readonly fineId: string;
}

/** The ids by which an appeal belongs to a case, from its state or from its events; none while it is unknown. */
export const namedByAppeal = (state: unknown): readonly string[] => {
  const filed: OfAppeal | null | undefined = Array.isArray(state)
    ? (state as readonly AppealEvent[]).find((event) => event.type === 'AppealFiled')?.data
    : (state as OfAppeal | null);
  return filed ? [filed.caseId, filed.fineId] : [];
};

/** The ids by which what a request names belongs to cases: itself, its parents, and what notices and appeals are about. */
export const namedBy = async (input: object, load: FactLoader): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for (const text of textsIn(input)) for (const id of idsIn(text)) ids.add(id);
  const words = [...ids].filter((id) => !id.includes('.'));
  for (const id of words) {
    for (const named of namedByNotice(await load(noticeStream(id), noticeFold))) ids.add(named);
    for (const named of namedByAppeal(await load(appealStream(id), appealFold))) ids.add(named);
  }
  return ids;
};

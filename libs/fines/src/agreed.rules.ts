import type { DecisionContext, LocalDay } from '#kernel';

import { CAP_AUTHORITY } from './cap.rules.js';
import type { AgreeCivilFine } from './fine.commands.js';
import type { FineEvent } from './fine.events.js';
import type { FinesState } from './fine.state.js';
import type { AgreementFact, FineFacts, ImpositionFacts, MissingWord } from './fine.types.js';
import {
  amountsFor,
  daysNamed,
  refuse,
  requireAuthority,
  requireCap,
  requireFree,
  requireProvable,
} from './imposition.rules.js';
import { frozen, inFine } from './known-fine.rules.js';

/**
 * Words that an agreement lacks so that a fine on these days of this finding would be agreed: signed by both, the fine
 * agreed in terms, the days named, and whether an appeal is waived or reserved (domain.md 2.4). Breach or completion of a
 * signed agreement takes none of them away.
 */
export const missingWords = (
  { inForceOn, fine }: AgreementFact,
  findingId: string,
  days: readonly LocalDay[],
): MissingWord[] => {
  const covers = (day: LocalDay) => fine!.days.some(({ from, through }) => from <= day && day <= through);
  const words: readonly (readonly [MissingWord, boolean])[] = [
    ['signatures', inForceOn !== null],
    ['saysFineIsAgreed', fine?.saysFineIsAgreed ?? false],
    ['days', fine !== null && fine.findingId === findingId && days.every(covers)],
    ['appeal', (fine?.appeal ?? null) !== null],
  ];
  return words.filter(([, there]) => !there).map(([word]) => word);
};

/**
 * A fine under an agreement, with the guards of an imposition. Where the agreement says all that it must, the fine is
 * charged and settled from the day the agreement came into force, and needs no service. Otherwise it is an imposed fine,
 * with service and appeal right, and the record says what is missing.
 * @throws FINES.UNKNOWN_AGREEMENT, FINES.NOT_THIS_PERSONS_AGREEMENT, and what an imposition throws
 */
export const agree = (
  command: AgreeCivilFine,
  state: FinesState,
  { imposition, agreement }: FineFacts,
  context: DecisionContext,
): FineEvent[] => {
  const facts: ImpositionFacts = imposition!;
  const { finding, capDecision, ledger } = facts;
  const { today, actor } = context;
  if (agreement === null)
    return refuse('UNKNOWN_AGREEMENT', 'The case has no such agreement.', { kind: 'notFound', field: 'agreementId' });
  if (agreement.partyId !== finding.partyId)
    refuse('NOT_THIS_PERSONS_AGREEMENT', 'The agreement is with another person than the finding names.', {
      field: 'agreementId',
      partyId: agreement.partyId,
    });
  const amounts = amountsFor(daysNamed(command.days, command.spans), command.amount);
  const days = amounts.map(({ day }) => day);
  const { appointmentId } = requireAuthority(facts, days, actor.id, 'findingId', today);
  requireProvable(facts, days, today);
  requireFree(state, ledger.ledger, days, null);
  requireCap(state, ledger.ledger, amounts, capDecision !== null);
  const missing = missingWords(agreement, finding.findingId, days);
  const { agreementId } = agreement;
  const fineId = `${finding.partyId}.fine-${state.fines.length + 1}`;
  const shared = {
    ...inFine({ fineId, partyId: finding.partyId, caseId: finding.caseId }),
    number: context.number ?? '',
    findingId: finding.findingId,
    premisesId: finding.premisesId,
    ruleId: finding.ruleId,
    ledger: ledger.ledger,
    days: amounts,
    ledgerEventCount: ledger.eventCount,
    reason: command.reason,
    appointmentId,
    capDecision: capDecision?.reference ?? null,
    document: frozen(facts, today),
    authority: CAP_AUTHORITY,
  };
  if (missing.length === 0)
    return [
      {
        type: 'CivilFineAgreed',
        data: {
          ...shared,
          agreementId,
          agreedOn: agreement.inForceOn!,
          appeal: agreement.fine!.appeal!,
          agreedBy: actor.id,
          recordedOn: today,
        },
      },
    ];
  return [
    {
      type: 'CivilFineImposed',
      data: { ...shared, running: null, raises: null, imposedBy: actor.id, imposedOn: today },
    },
    { type: 'AgreementFoundWanting', data: { ...inFine(shared), agreementId, missing, notedOn: today } },
  ];
};

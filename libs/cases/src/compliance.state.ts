import { assertNever, type Cents, type LocalDay, type Personal } from '#kernel';

import type { AgreedFineTerms, AgreedSpan, ComplianceEvent, Milestone } from './compliance.events.js';

/** A request or a grant of more time. A grant that nobody asked for has no `requestedOn`. */
export interface Extension {
  readonly extensionId: string;
  readonly requestedOn: LocalDay | null;
  readonly until: LocalDay | null;
  readonly reason: Personal;
  readonly granted: {
    readonly dueOn: LocalDay;
    readonly grantedBy: string;
    readonly grantedOn: LocalDay;
    readonly words: Personal;
  } | null;
  readonly denied: { readonly reason: Personal; readonly deniedOn: LocalDay } | null;
}

/** A date by which the Town asks for compliance. It removes no offense day (domain.md 5.9). */
export interface ComplianceDate {
  readonly complianceId: string;
  readonly findingId: string;
  readonly partyId: string;
  /** The day first set; `dueOnOf` gives the day that holds after extensions. */
  readonly setDueOn: LocalDay;
  readonly demand: Personal;
  readonly noticeId: string | null;
  readonly setBy: string;
  readonly setOn: LocalDay;
  readonly extensions: readonly Extension[];
  readonly canceled: { readonly reason: Personal; readonly canceledOn: LocalDay } | null;
}

export interface AgreementMilestone extends Milestone {
  readonly met: { readonly metOn: LocalDay; readonly proof: Personal; readonly recordedOn: LocalDay } | null;
  readonly missed: { readonly notedOn: LocalDay; readonly note: Personal } | null;
}

export type AgreementStatus = 'draft' | 'signed' | 'breached' | 'completed' | 'abandoned';

/** Both signatures of an agreement; in force from the later one. */
export interface Signing {
  readonly signedByPartyOn: LocalDay;
  readonly signedForTownOn: LocalDay;
  readonly signedForTownBy: string;
  readonly proof: Personal;
}

/** How an agreement ended; `endedOn` is the day of the breach, the completion or the abandonment. */
export interface AgreementEnd {
  readonly how: 'breached' | 'completed' | 'abandoned';
  readonly endedOn: LocalDay;
  readonly words: Personal;
}

export interface Agreement {
  readonly agreementId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly findingIds: readonly string[];
  readonly terms: Personal;
  readonly milestones: readonly AgreementMilestone[];
  readonly forbears: readonly (AgreedSpan & { readonly findingId: string })[];
  readonly fine: AgreedFineTerms | null;
  readonly payments: readonly { readonly dueOn: LocalDay; readonly amountCents: Cents }[];
  readonly draftedBy: string;
  readonly draftedOn: LocalDay;
  readonly status: AgreementStatus;
  /** Null while it is not signed by both. */
  readonly signing: Signing | null;
  /** The later of both signatures; null while it is not signed. It stays after breach and completion. */
  readonly inForceOn: LocalDay | null;
  readonly end: AgreementEnd | null;
}

/** The part of a case that compliance is about. */
export interface ComplianceState {
  readonly complianceDates: readonly ComplianceDate[];
  readonly agreements: readonly Agreement[];
}

export const noCompliance: ComplianceState = { complianceDates: [], agreements: [] };

const changeDate = (
  { complianceDates }: ComplianceState,
  complianceId: string,
  change: (date: ComplianceDate) => ComplianceDate,
): Pick<ComplianceState, 'complianceDates'> => ({
  complianceDates: complianceDates.map((date) => (date.complianceId === complianceId ? change(date) : date)),
});

const changeAgreement = (
  { agreements }: ComplianceState,
  agreementId: string,
  change: (agreement: Agreement) => Agreement,
): Pick<ComplianceState, 'agreements'> => ({
  agreements: agreements.map((agreement) => (agreement.agreementId === agreementId ? change(agreement) : agreement)),
});

const changeMilestone = (
  state: ComplianceState,
  { agreementId, milestoneId }: { readonly agreementId: string; readonly milestoneId: string },
  change: Partial<AgreementMilestone>,
): Pick<ComplianceState, 'agreements'> =>
  changeAgreement(state, agreementId, (agreement) => ({
    ...agreement,
    milestones: agreement.milestones.map((one) => (one.milestoneId === milestoneId ? { ...one, ...change } : one)),
  }));

const endAgreement = (
  state: ComplianceState,
  agreementId: string,
  end: AgreementEnd,
): Pick<ComplianceState, 'agreements'> =>
  changeAgreement(state, agreementId, (agreement) => ({ ...agreement, status: end.how, end }));

/** What an event of compliance changes in its case. */
export const evolveCompliance = (state: ComplianceState, event: ComplianceEvent): Partial<ComplianceState> => {
  switch (event.type) {
    case 'ComplianceDateSet': {
      const { complianceId, findingId, partyId, dueOn, demand, noticeId, setBy, setOn } = event.data;
      const said = { complianceId, findingId, partyId, setDueOn: dueOn, demand, noticeId, setBy, setOn };
      return { complianceDates: [...state.complianceDates, { ...said, extensions: [], canceled: null }] };
    }
    case 'ExtensionRequested': {
      const { complianceId, extensionId, until, reason, requestedOn } = event.data;
      const extension: Extension = { extensionId, requestedOn, until, reason, granted: null, denied: null };
      return changeDate(state, complianceId, (date) => ({ ...date, extensions: [...date.extensions, extension] }));
    }
    case 'ExtensionGranted': {
      const { complianceId, extensionId, dueOn, grantedBy, grantedOn, words } = event.data;
      const granted = { dueOn, grantedBy, grantedOn, words };
      return changeDate(state, complianceId, (date) => ({
        ...date,
        extensions: date.extensions.some((one) => one.extensionId === extensionId)
          ? date.extensions.map((one) => (one.extensionId === extensionId ? { ...one, granted } : one))
          : [...date.extensions, { extensionId, requestedOn: null, until: null, reason: null, granted, denied: null }],
      }));
    }
    case 'ExtensionDenied': {
      const { complianceId, extensionId, reason, deniedOn } = event.data;
      return changeDate(state, complianceId, (date) => ({
        ...date,
        extensions: date.extensions.map((one) =>
          one.extensionId === extensionId ? { ...one, denied: { reason, deniedOn } } : one,
        ),
      }));
    }
    case 'ComplianceDateCanceled': {
      const { complianceId, reason, canceledOn } = event.data;
      return changeDate(state, complianceId, (date) => ({ ...date, canceled: { reason, canceledOn } }));
    }
    case 'ConsentAgreementDrafted': {
      const agreement: Agreement = {
        ...event.data,
        milestones: event.data.milestones.map((milestone) => ({ ...milestone, met: null, missed: null })),
        status: 'draft',
        signing: null,
        inForceOn: null,
        end: null,
      };
      return { agreements: [...state.agreements, agreement] };
    }
    case 'ConsentAgreementSigned': {
      const { agreementId, signedByPartyOn, signedForTownOn, signedForTownBy, proof, inForceOn } = event.data;
      return changeAgreement(state, agreementId, (agreement) => ({
        ...agreement,
        status: 'signed',
        signing: { signedByPartyOn, signedForTownOn, signedForTownBy, proof },
        inForceOn,
      }));
    }
    case 'MilestoneMet': {
      const { metOn, proof, recordedOn } = event.data;
      return changeMilestone(state, event.data, { met: { metOn, proof, recordedOn } });
    }
    case 'MilestoneMissed': {
      const { notedOn, note } = event.data;
      return changeMilestone(state, event.data, { missed: { notedOn, note } });
    }
    case 'ConsentAgreementBreached': {
      const { agreementId, breachedOn, reason } = event.data;
      return endAgreement(state, agreementId, { how: 'breached', endedOn: breachedOn, words: reason });
    }
    case 'ConsentAgreementCompleted': {
      const { agreementId, completedOn, note } = event.data;
      return endAgreement(state, agreementId, { how: 'completed', endedOn: completedOn, words: note });
    }
    case 'ConsentAgreementAbandoned': {
      const { agreementId, abandonedOn, reason } = event.data;
      return endAgreement(state, agreementId, { how: 'abandoned', endedOn: abandonedOn, words: reason });
    }
    default:
      return assertNever(event);
  }
};

/** A compliance date of the case, canceled ones included; null when the case has none of that id. */
export const complianceDateOf = (state: ComplianceState, complianceId: string): ComplianceDate | null =>
  state.complianceDates.find((date) => date.complianceId === complianceId) ?? null;

/**
 * The day that holds: the one first set, or the latest that an extension granted by the end of `asOf` names (null = by
 * now). An extension of a later day changes nothing before it (faults.md F05).
 */
export const dueOnOf = ({ setDueOn, extensions }: ComplianceDate, asOf: LocalDay | null = null): LocalDay =>
  extensions
    .flatMap(({ granted }) => (granted !== null && (asOf === null || granted.grantedOn <= asOf) ? [granted.dueOn] : []))
    .reduce((latest, dueOn) => (dueOn > latest ? dueOn : latest), setDueOn);

/** A consent agreement that was drafted in the case, whatever became of it; null when it has none of that id. */
export const agreementOf = (state: ComplianceState, agreementId: string): Agreement | null =>
  state.agreements.find((agreement) => agreement.agreementId === agreementId) ?? null;

/** An agreement as it stood when a local day ended; null when nothing of it was there yet. */
export const agreementAsOf = (agreement: Agreement, asOf: LocalDay): Agreement | null => {
  const { draftedOn, signing, inForceOn, end, milestones } = agreement;
  const signed = inForceOn !== null && inForceOn <= asOf;
  if (draftedOn > asOf && !signed) return null;
  const ended = end !== null && end.endedOn <= asOf ? end : null;
  return {
    ...agreement,
    status: ended?.how ?? (signed ? 'signed' : 'draft'),
    signing: signed ? signing : null,
    inForceOn: signed ? inForceOn : null,
    end: ended,
    milestones: milestones.map(({ met, missed, ...milestone }) => ({
      ...milestone,
      met: met !== null && met.metOn <= asOf ? met : null,
      missed: missed !== null && missed.notedOn <= asOf ? missed : null,
    })),
  };
};

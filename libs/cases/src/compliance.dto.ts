import {
  CentsField,
  ChoiceField,
  FlagField,
  IdField,
  IdsField,
  LocalDayField,
  PartField,
  PartsField,
  TextField,
} from '#runtime/http';

const NO_DAY = 'domain.md 5.9: none written in the Article';
const AGREED = '§ 168-30D; domain.md 2.4';

export class SetComplianceDateDto {
  @IdField({ description: 'A finding that goes on in the case; it may have been made in another.' })
  findingId!: string;

  @IdField({ optional: true, description: 'Default: the case that the finding goes on in.' })
  caseId?: string;

  @LocalDayField({ authority: NO_DAY, description: 'Comply by this day. It removes no offense day.' })
  dueOn!: string;

  @TextField({ max: 4000, description: 'What is asked for.' })
  demand!: string;

  @IdField({ optional: true, description: 'The notice that states the date.' })
  noticeId?: string;

  @LocalDayField({ optional: true, description: 'Default: today.' })
  setOn?: string;
}

export class RequestExtensionDto {
  @IdField()
  complianceId!: string;

  @LocalDayField({ description: 'The later day that is asked for.' })
  until!: string;

  @TextField({ max: 4000 })
  reason!: string;

  @LocalDayField({ optional: true, description: 'Default: today.' })
  requestedOn?: string;
}

export class GrantExtensionDto {
  @IdField({ optional: true, description: 'The request it answers.' })
  extensionId?: string;

  @IdField({ optional: true, description: 'The date it moves, where nobody asked.' })
  complianceId?: string;

  @LocalDayField({ optional: true, authority: NO_DAY, description: 'Default: the day asked for. Always later.' })
  dueOn?: string;

  @TextField({ max: 4000, description: 'The words of the extension.' })
  words!: string;

  @LocalDayField({ optional: true, description: 'Default: today.' })
  grantedOn?: string;
}

export class DenyExtensionDto {
  @IdField()
  extensionId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class CancelComplianceDateDto {
  @IdField()
  complianceId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class AgreedSpanDto {
  @LocalDayField()
  from!: string;

  @LocalDayField()
  through!: string;
}

export class ForbornSpanDto extends AgreedSpanDto {
  @IdField({ description: 'The finding whose days they are.' })
  findingId!: string;
}

export class MilestoneDto {
  @TextField({ max: 1000 })
  title!: string;

  @LocalDayField()
  dueOn!: string;
}

export class AgreedPaymentDto {
  @LocalDayField()
  dueOn!: string;

  @CentsField({ min: 1 })
  amountCents!: number;
}

export class FineTermsDto {
  @IdField()
  findingId!: string;

  @PartsField(() => AgreedSpanDto, { authority: AGREED, description: 'The days that the fine is for.' })
  days!: AgreedSpanDto[];

  @FlagField({ authority: AGREED, description: 'The agreement says in terms that the fine is agreed to.' })
  saysFineIsAgreed!: boolean;

  @ChoiceField(['waived', 'reserved'], {
    optional: true,
    authority: AGREED,
    description: 'What it says on appeal; left out where it says nothing.',
  })
  appeal?: 'waived' | 'reserved';
}

export class DraftConsentAgreementDto {
  @IdField()
  caseId!: string;

  @IdField()
  partyId!: string;

  @IdsField({ description: 'Findings against this party, going on in this case.' })
  findingIds!: string[];

  @TextField()
  terms!: string;

  @PartsField(() => MilestoneDto, { optional: true })
  milestones?: MilestoneDto[];

  @PartsField(() => ForbornSpanDto, {
    optional: true,
    authority: NO_DAY,
    description: 'Days that the Town forbears, only where the agreement says so.',
  })
  forbears?: ForbornSpanDto[];

  @PartField(() => FineTermsDto, { optional: true, authority: AGREED })
  fine?: FineTermsDto;

  @PartsField(() => AgreedPaymentDto, { optional: true })
  payments?: AgreedPaymentDto[];

  @LocalDayField({ optional: true, description: 'Default: today.' })
  draftedOn?: string;
}

/** A signature that is missing is refused by name when the signing is decided. */
export class SignConsentAgreementDto {
  @IdField()
  agreementId!: string;

  @LocalDayField({ optional: true, authority: AGREED })
  signedByPartyOn?: string;

  @LocalDayField({ optional: true, authority: AGREED })
  signedForTownOn?: string;

  @IdField({ optional: true, description: 'Who signed for the Town; default: whoever records it.' })
  signedForTownBy?: string;

  @TextField({ optional: true, max: 1000, authority: AGREED, description: 'Where the signed paper is kept.' })
  proof?: string;
}

export class RecordMilestoneMetDto {
  @IdField()
  milestoneId!: string;

  @LocalDayField()
  metOn!: string;

  @TextField({ max: 4000 })
  proof!: string;
}

export class RecordMilestoneMissedDto {
  @IdField()
  milestoneId!: string;

  @TextField({ max: 4000 })
  note!: string;
}

export class RecordBreachDto {
  @IdField()
  agreementId!: string;

  @LocalDayField()
  breachedOn!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class CompleteConsentAgreementDto {
  @IdField()
  agreementId!: string;

  @LocalDayField()
  completedOn!: string;

  @TextField({ max: 4000 })
  note!: string;
}

export class AbandonConsentAgreementDto {
  @IdField()
  agreementId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}
